import { toHex } from "../../../avalanche/codec/bytes";
import { countRows } from "../../../store/queries/evm/audit";
import { listNftMovements, listNfts, type Part } from "../../../store/queries/evm/audit-tokens";
import { positionOf, TRANSFER_FORMS } from "../../../store/rows/columns";
import type { NftTable } from "../../../store/tables/evm/nfts";
import { type CheckResult, DifferenceCounter, leftOut } from "../../audit/check-result";
import { type AuditContext, countParts, ROWS_PER_PAGE, readPages } from "./context";

type NftFacts = Pick<NftTable, "owner_id" | "form" | "minted_position">;

const ERC721 = TRANSFER_FORMS.indexOf("erc721");
/** Above any log or item of a transaction. */
const MOST = Number.MAX_SAFE_INTEGER;
/** Parts are selected by one byte. */
const MOST_PARTS = 256;

/** Checks every NFT against its movements: owner, form, and where it was minted. */
export async function auditNfts(context: AuditContext): Promise<CheckResult> {
  const { db, partial, signal, onProgress } = context;
  if (partial?.countedTo !== undefined) return leftOut("NFTs", "their transfers are still being counted");
  const counter = new DifferenceCounter();
  const stored = await countRows(db, "nft");
  const parts = countParts(stored, MOST_PARTS);
  for (let part = 0; part < parts && !signal.aborted; part++) {
    await comparePart(context, { part, parts }, counter);
    onProgress(part + 1, parts);
  }
  return counter.result("NFTs", `${stored} NFTs`);
}

async function comparePart(
  { db, partial, signal }: AuditContext,
  part: Part,
  counter: DifferenceCounter,
): Promise<void> {
  const moved = new Map<string, NftFacts>();
  const movements = (after: Parameters<typeof listNftMovements>[2]["after"]) =>
    listNftMovements(db, part, { after, limit: ROWS_PER_PAGE });
  // Transfers before the first counted block are not counted.
  const start = { position: positionOf(partial?.countedFrom ?? 0, 0) - 1, log_index: MOST, item: MOST };
  for await (const page of readPages(movements, { start, keyOf: (row) => row, signal })) {
    for (const { token_id, token_number, form, to_id, position } of page) {
      const name = nftName(token_id, token_number);
      const minted_position = moved.get(name)?.minted_position ?? position;
      moved.set(name, { owner_id: form === ERC721 ? to_id : null, form, minted_position });
    }
  }
  const rows = (after: number) => listNfts(db, part, { after, limit: ROWS_PER_PAGE });
  for await (const page of readPages(rows, { start: 0, keyOf: ({ id }) => id, signal })) {
    for (const row of page) {
      const name = nftName(row.token_id, row.token_number);
      const expected = moved.get(name);
      moved.delete(name);
      if (expected === undefined) counter.add(`nft ${row.id} (${name}): stored a row, never moved`);
      else
        for (const field of Object.keys(expected) as (keyof NftFacts)[])
          if (row[field] !== expected[field])
            counter.add(
              `nft ${row.id} (${name}) ${field}: stored ${row[field]}, expected ${expected[field]}`,
            );
    }
  }
  if (!signal.aborted)
    for (const name of moved.keys()) counter.add(`nft ${name}: stored none, expected a row`);
}

function nftName(tokenId: number, number: Uint8Array | null): string {
  return `${tokenId}/${toHex((number ?? new Uint8Array(1)).subarray(1))}`;
}
