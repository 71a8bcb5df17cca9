import { PartNav } from "@/components/list/part-nav";
import type { Part } from "@/components/list/place";
import { AddressLink } from "@/components/ui/address-link";
import { plural } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import type { SignatureRow } from "./signers";

interface SignaturesProps {
  part: Part<SignatureRow>;
  credentials: number;
  /** Of the transaction's page, and what else its address says. */
  path: string;
  query: string;
}

/** Who signed for what, page by page, recovered from the bytes on the server; the browser does it again. */
export function Signatures({ part, credentials, path, query }: SignaturesProps) {
  return (
    <Panel id={part.list} title="Signatures" aside={plural(credentials, "credential")}>
      <table className="t">
        <caption className="sr">Signatures and who made them</caption>
        <thead>
          <tr>
            <th scope="col">For</th>
            <th scope="col">Signer</th>
            <th scope="col" className="lo">
              Signature
            </th>
            <th scope="col" className="r">
              Recovered
            </th>
          </tr>
        </thead>
        <tbody>
          {part.rows.map((row) => (
            <tr key={row.key}>
              <td className="m-a">{row.purpose}</td>
              <td className="m-c">
                <AddressLink address={row.signer} />
              </td>
              <td className="lo">
                <HashLink value={row.signature} noun="signature" />
              </td>
              <td className="r m-d">
                <StatusPill {...VERDICTS[row.verdict]} plain />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <PartNav part={part} path={path} query={query} />
    </Panel>
  );
}

const VERDICTS = {
  owner: { status: "accepted", word: "Owns the input" },
  stranger: { status: "failed", word: "Not an owner" },
  unknown: { status: "unchecked", word: "Owner not known" },
  authorized: { status: "unchecked", word: "Authorises the change" },
} as const;
