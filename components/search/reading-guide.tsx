import Link from "next/link";
import { Panel } from "@/components/ui/panel";
import { Cell, type Column, Row, Table } from "@/components/ui/table";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";

const COLUMNS: readonly Column[] = [
  { label: "Typed" },
  { label: "Read as" },
  { label: "Goes to", right: true },
];

interface Example {
  text: string;
  reading: string;
  goesTo: string;
  /** Whether this Firn has it. Otherwise the text shows a form. */
  isHere?: boolean;
}

/** What can be searched for, with examples that this Firn has. */
function examplesOf(status: FirnStatus | undefined): Example[] {
  const { height, containerId } = status?.streams[0]?.indexedHead ?? {};
  const evmChainId = status?.streams.find(({ evm }) => evm?.isCChain)?.evm?.chainId;
  const here = (text: string | undefined, reading: string, goesTo: string): Example[] =>
    text === undefined ? [] : [{ text, reading, goesTo, isHere: true }];
  return [
    ...here(
      height?.toLocaleString("en-US"),
      "A height on every chain. Commas and spaces are ignored",
      "the blocks",
    ),
    ...here(
      containerId,
      "cb58 of 32 bytes, or the same in hex: a block, a transaction, a subnet …",
      "whichever it is",
    ),
    ...here(
      containerId?.slice(0, 6),
      "The beginning of an id or a hash, from four characters on",
      "what begins so",
    ),
    {
      text: `P-${status?.network.hrp ?? "avax"}1…`,
      reading: "An address, with its chain or without",
      goesTo: "its page",
    },
    {
      text: "0x…",
      reading: "A hash, or an address. The case of its letters is its checksum",
      goesTo: "whichever it is",
    },
    { text: "NodeID-…", reading: "A validator of the network or of an L1", goesTo: "its page" },
    ...here(
      "C-Chain",
      "The name of a chain, an L1, a token, an asset or a label, or its beginning",
      "its page",
    ),
    ...here(evmChainId, "An EVM chain ID", "the chain’s blocks"),
  ];
}

/** What can be searched for, and where it leads. */
export function ReadingGuide({ status }: { status: FirnStatus | undefined }) {
  return (
    <>
      <h2>What you can search for</h2>
      <Panel label="What you can search for">
        <Table caption="What you can search for, and where it leads" columns={COLUMNS}>
          {examplesOf(status).map(({ text, reading, goesTo, isHere }) => (
            <Row key={text}>
              <Cell at="a">
                <span className="font-mono text-mono">
                  {isHere ? (
                    <Link href={hrefTo("search", {}, { q: text })} prefetch={false} title={text}>
                      {text.length > 14 ? `${text.slice(0, 13)}…` : text}
                    </Link>
                  ) : (
                    text
                  )}
                </span>
              </Cell>
              <Cell at="c" wraps>
                {reading}
              </Cell>
              <Cell right at="b" className="text-ink-3">
                {goesTo}
              </Cell>
            </Row>
          ))}
        </Table>
      </Panel>
    </>
  );
}
