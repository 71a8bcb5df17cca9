import type { ListColumn, ListProps } from "@/components/list/list-frame";
import { hrefAtPosition } from "@/components/list/position";
import { AddressLink } from "@/components/ui/address-link";
import { HashLink } from "@/components/ui/hash-link";
import { PANEL_ASIDE } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { Cell } from "@/components/ui/table";
import { plural } from "@/lib/words/format";
import type { SignaturePage, SignatureRow } from "./signers";

const COLUMNS: readonly ListColumn[] = [
  { label: "For", bar: 64 },
  { label: "Signer", bar: 120 },
  { label: "Signature", bar: 120, wide: true },
  { label: "Recovered", bar: 80, right: true },
];

const LIST = "sigs";

interface SignaturesProps {
  /** Same-origin path of its pages. */
  path: string;
  page: SignaturePage;
  credentials: number;
  /** Address of the transaction's page in its current view. */
  href: string;
}

/** Who signed for what, recovered from the bytes on the server. The browser recovers them again. */
export function signatures({
  path,
  page,
  credentials,
  href,
}: SignaturesProps): ListProps<SignaturePage, SignatureRow> {
  return {
    id: LIST,
    path,
    first: page,
    rowsOf: ({ rows }) => rows,
    idOf: ({ key }) => `sig-${key}`,
    caption: "Signatures and who made them",
    title: (
      <>
        Signatures <span className={PANEL_ASIDE}>{plural(credentials, "credential")}</span>
      </>
    ),
    nouns: ["signature", "signatures"],
    look: "lines",
    columns: COLUMNS,
    cells: (row) => <Cells {...row} />,
    hrefAfter: (_, rows) => hrefAtPosition(href, { list: LIST, from: page.first + rows.length }),
    startHref: page.first === 1 ? undefined : `${href}#${LIST}`,
  };
}

function Cells({ purpose, signer, signature, verdict }: SignatureRow) {
  return (
    <>
      <Cell at="a">{purpose}</Cell>
      <Cell at="c">
        <AddressLink address={signer} chain="c" />
      </Cell>
      <Cell wide>
        <HashLink value={signature} label="signature" />
      </Cell>
      <Cell right at="d">
        <StatusPill {...VERDICTS[verdict]} plain />
      </Cell>
    </>
  );
}

const VERDICTS = {
  owner: { status: "accepted", word: "Owns the input" },
  stranger: { status: "failed", word: "Not an owner" },
  unknown: { status: "unchecked", word: "Owner not known" },
  authorized: { status: "unchecked", word: "Authorises the change" },
} as const;
