import { toHex } from "../../../avalanche/codec/bytes";
import { countRows } from "../../../store/queries/evm/audit";
import { listNftMovements, listNfts, type Part } from "../../../store/queries/evm/audit-tokens";
import { TRANSFER_FORMS } from "../../../store/rows/columns";
import type { NftTable } from "../../../store/tables/evm/nfts";
import { type Finding, Tally } from "../../audit/audit";
import { type Audited, pages, partsFor, ROWS_PER_PAGE } from "./walk";

type NftFacts = Pick<NftTable, "owner_id" | "form" | "minted_position">;

const ERC721 = TRANSFER_FORMS.indexOf("erc721");
/** Parts are told apart by a byte. */
const MOST_PARTS = 256;

/** Every single token against the movements that say where it came from and who has it. */
export async function auditNfts(audited: Audited): Promise<Finding> {
  const { db, signal, onProgress } = audited;
  const tally = new Tally();
  const stored = await countRows(db, "nft");
  const parts = partsFor(stored, MOST_PARTS);
  for (let part = 0; part < parts && !signal.aborted; part++) {
    await comparePart(audited, { part, parts }, tally);
    onProgress(part + 1, parts);
  }
  return tally.finding("NFTs", `${stored} NFTs`);
}

async function comparePart({ db, signal }: Audited, part: Part, tally: Tally): Promise<void> {
  const moved = new Map<string, NftFacts>();
  const movements = (after: Parameters<typeof listNftMovements>[2]["after"]) =>
    listNftMovements(db, part, { after, limit: ROWS_PER_PAGE });
  const start = { position: -1, log_index: -1, item: -1 };
  for await (const page of pages(movements, { start, keyOf: (row) => row, signal })) {
    for (const { token_id, token_number, form, to_id, position } of page) {
      const name = nameOf(token_id, token_number);
      const minted_position = moved.get(name)?.minted_position ?? position;
      moved.set(name, { owner_id: form === ERC721 ? to_id : null, form, minted_position });
    }
  }
  const rows = (after: number) => listNfts(db, part, { after, limit: ROWS_PER_PAGE });
  for await (const page of pages(rows, { start: 0, keyOf: ({ id }) => id, signal })) {
    for (const row of page) {
      const name = nameOf(row.token_id, row.token_number);
      const made = moved.get(name);
      moved.delete(name);
      if (made === undefined) tally.add(`nft ${row.id} (${name}): stored a row, never moved`);
      else
        for (const field of Object.keys(made) as (keyof NftFacts)[])
          if (row[field] !== made[field])
            tally.add(`nft ${row.id} (${name}) ${field}: stored ${row[field]}, made anew ${made[field]}`);
    }
  }
  if (!signal.aborted)
    for (const name of moved.keys()) tally.add(`nft ${name}: stored none, made anew a row`);
}

function nameOf(tokenId: number, number: Uint8Array | null): string {
  return `${tokenId}/${toHex((number ?? new Uint8Array(1)).subarray(1))}`;
}
