import Link from "next/link";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAIN_LETTERS, CHAINS } from "@/components/ui/chains";
import { Panel } from "@/components/ui/panel";
import { Cell, Row, Table } from "@/components/ui/table";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";
import { groupDigits, plural } from "@/lib/words/format";
import { FromNode } from "./from-node";

interface HeadsProps {
  askedAt: number;
  p: bigint;
  x: bigint;
  c: bigint;
  /** What Firn has; undefined if its API does not say. */
  status: FirnStatus | undefined;
}

const COLUMNS = [
  { label: "Chain" },
  { label: "Newest block of the node", right: true },
  { label: "Stored by Firn", right: true },
];

/** The node's newest blocks beside those that Firn has stored. */
export function Heads({ askedAt, status, ...heads }: HeadsProps) {
  return (
    <Panel
      title="Heads"
      note={
        <>
          <FromNode method="platform.getHeight, avm.getHeight, eth_blockNumber" askedAt={askedAt} /> What is
          stored, Firn’s API says.
        </>
      }
    >
      <Table caption="Newest blocks" columns={COLUMNS}>
        {CHAIN_LETTERS.map((chain) => {
          const { letter, name, stream } = CHAINS[chain];
          const known = status?.streams.find((one) => one.stream === stream);
          return (
            <Row key={chain}>
              <Cell at="a">
                <ChainTag chain={letter} /> <span className="ml-2">{name}</span>
              </Cell>
              <Cell at="b" right>
                {groupDigits(heads[chain])}
              </Cell>
              <Cell at="d" right>
                {known === undefined ? (
                  "not known"
                ) : (
                  <Stored chain={chain} stored={known.indexedHead?.height} head={heads[chain]} />
                )}
              </Cell>
            </Row>
          );
        })}
      </Table>
    </Panel>
  );
}

function Stored({ chain, stored, head }: { chain: string; stored: number | undefined; head: bigint }) {
  if (stored === undefined) return "nothing yet";
  const behind = head - BigInt(stored);
  return (
    <>
      {behind > 0n && <span className="mr-2 text-id text-ink-3">{plural(behind, "block")} behind</span>}
      <Link href={hrefTo("block", { chain, id: stored })} prefetch={false}>
        {groupDigits(stored)}
      </Link>
    </>
  );
}
