import Link from "next/link";
import { ChainTag } from "@/components/ui/chain-tag";
import { HashLink } from "@/components/ui/hash-link";
import { Panel } from "@/components/ui/panel";
import { Cell, Row, Table } from "@/components/ui/table";
import type { IndexedContainer } from "@/lib/contract/firn/indexes";
import { formatBytes, formatTime, groupDigits } from "@/lib/words/format";
import { foundPath, labelOf, lookPath } from "./found-path";
import { inTrackOrder } from "./track";

const COLUMNS = [
  { label: "Index" },
  { label: "Container" },
  { label: "Holds" },
  { label: "Size", right: true, wide: true },
  { label: "Accepted", right: true },
];

/** The containers with one number, one for each index that has it. */
export function FoundList({ query, found }: { query: string; found: readonly IndexedContainer[] }) {
  return (
    <Panel
      id="container"
      title={`Containers ${groupDigits(query)}`}
      aside="one for each index that reaches this number"
    >
      <Table caption={`Containers with number ${query}`} columns={COLUMNS}>
        {inTrackOrder(found, ({ index }) => index).map((one) => (
          <FoundRow key={one.index} one={one} />
        ))}
      </Table>
    </Panel>
  );
}

function FoundRow({ one }: { one: IndexedContainer }) {
  const { index, number, containerId, sizeBytes, acceptedAtNs } = one;
  return (
    <Row>
      <Cell at="a">
        <span className="flex min-w-0 items-center gap-2">
          <ChainTag chain={index.charAt(0) as "P" | "X" | "C"} />
          <Link href={lookPath(number, index)} prefetch={false}>
            <code>{index}</code>
          </Link>
        </span>
      </Cell>
      <Cell at="c">
        <HashLink value={containerId} label="container" />
      </Cell>
      <Cell at="b">
        <Held one={one} />
      </Cell>
      <Cell right wide>
        {formatBytes(sizeBytes)}
      </Cell>
      <Cell right at="d">
        {formatTime(Number(BigInt(acceptedAtNs) / 1_000_000n), true)}
      </Cell>
    </Row>
  );
}

/** What a container holds, with a link to its page. */
export function Held({ one }: { one: IndexedContainer }) {
  const { index, height } = one;
  const text = `${labelOf(index)}${height === undefined ? "" : ` ${groupDigits(height)}`}`;
  const path = foundPath(one);
  if (path === undefined) return text;
  return (
    <Link href={path} prefetch={false}>
      {text}
    </Link>
  );
}
