import { Panel } from "@/components/ui/panel";

const ROWS = [
  ["27104555", "A height. Commas and spaces do not matter", "the block"],
  ["2rn2LB…rWzDQ4", "cb58 of 32 bytes: a block, a container or a transaction", "whichever it is"],
  ["0x0e71c60b…fdc3", "The same 32 bytes in hex", "whichever it is"],
  ["P-avax1dq4fsn…", "An address, with or without its chain", "its transactions"],
  ["NodeID-95w99A…", "A validator", "its newest stake"],
  ["2rn2LBovoxkYFeXX…", "A wrong checksum is named: a character is off or missing", "nowhere"],
] as const;

/** What can be typed, and where it leads. */
export function ReadingGuide() {
  return (
    <>
      <h2>The box says what it thinks you typed</h2>
      <Panel label="What can be typed">
        <table className="t">
          <caption className="sr">What can be typed, and where it leads</caption>
          <thead>
            <tr>
              <th scope="col">Typed</th>
              <th scope="col">Read as</th>
              <th scope="col" className="r">
                Goes to
              </th>
            </tr>
          </thead>
          <tbody>
            {ROWS.map(([typed, reading, goesTo]) => (
              <tr key={typed}>
                <td className="m-a">
                  <span className="mono">{typed}</span>
                </td>
                <td className="m-c w">{reading}</td>
                <td className="r m-b dim">{goesTo}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    </>
  );
}
