import type { ListSlice } from "@/components/list/position";
import { SliceNav } from "@/components/list/slice-nav";
import { AddressLink } from "@/components/ui/address-link";
import { plural } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { Cell, type Column, Row, Table } from "@/components/ui/table";
import type { SignatureRow } from "./signers";

const COLUMNS: readonly Column[] = [
  { label: "For" },
  { label: "Signer" },
  { label: "Signature", wide: true },
  { label: "Recovered", right: true },
];

interface SignaturesProps {
  slice: ListSlice<SignatureRow>;
  credentials: number;
  /** Address of the transaction's page in its current view. */
  href: string;
}

/** Who signed for what, page by page, recovered from the bytes on the server. The browser recovers them again. */
export function Signatures({ slice, credentials, href }: SignaturesProps) {
  return (
    <Panel id={slice.list} title="Signatures" aside={plural(credentials, "credential")}>
      <Table caption="Signatures and who made them" columns={COLUMNS}>
        {slice.rows.map((row) => (
          <Row key={row.key}>
            <Cell at="a">{row.purpose}</Cell>
            <Cell at="c">
              <AddressLink address={row.signer} chain="c" />
            </Cell>
            <Cell wide>
              <HashLink value={row.signature} label="signature" />
            </Cell>
            <Cell right at="d">
              <StatusPill {...VERDICTS[row.verdict]} plain />
            </Cell>
          </Row>
        ))}
      </Table>
      <SliceNav slice={slice} href={href} />
    </Panel>
  );
}

const VERDICTS = {
  owner: { status: "accepted", word: "Owns the input" },
  stranger: { status: "failed", word: "Not an owner" },
  unknown: { status: "unchecked", word: "Owner not known" },
  authorized: { status: "unchecked", word: "Authorises the change" },
} as const;
