import { Panel } from "@/components/ui/panel";
import { Cell, type Column, Row, Table } from "@/components/ui/table";

const COLUMNS: readonly Column[] = [
  { label: "Typed" },
  { label: "Read as" },
  { label: "Goes to", right: true },
];

const ROWS = [
  ["27104555", "A height. Commas and spaces are ignored", "the block"],
  ["2rn2LB…rWzDQ4", "cb58 of 32 bytes: a block, a container or a transaction", "whichever it is"],
  ["0x0e71c60b…fdc3", "The same 32 bytes in hex", "whichever it is"],
  ["P-avax1dq4fsn…", "An address, with or without its chain", "its transactions"],
  ["NodeID-95w99A…", "A validator", "its newest stake"],
  ["2rn2LBovoxkYFeXX…", "A wrong checksum is reported: a character is wrong or missing", "nowhere"],
] as const;

/** What can be searched for, and where it leads. */
export function ReadingGuide() {
  return (
    <>
      <h2>The box shows how it reads your text</h2>
      <Panel label="What you can search for">
        <Table caption="What you can search for, and where it leads" columns={COLUMNS}>
          {ROWS.map(([typed, reading, goesTo]) => (
            <Row key={typed}>
              <Cell at="a">
                <span className="font-mono text-mono">{typed}</span>
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
