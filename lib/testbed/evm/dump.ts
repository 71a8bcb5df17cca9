import { toHex } from "../../avalanche/codec/bytes";
import type { EvmDb } from "../../store/db";
import { engineOf } from "../../store/engine";
import type { EvmTables } from "../../store/tables/evm";

/** Tables of a moment, how the lists of addresses are cut into epochs, and what is read beside the chain. */
const MOMENTARY = [
  "lease",
  "stream_change",
  "stream_status",
  "schema_version",
  "epoch",
  "contract_question",
  "network",
  "nft_metadata",
  "nft_collection",
  "nft_attribute",
  "metadata_update",
  "uncompared_token",
];
/** Columns that depend on when rows were written. */
const INCIDENTAL = [
  "stored_at_ms",
  "checked_height",
  "wraps_checked_height",
  "epoch",
  "updated_at",
  "due_at_ms",
];
/** Columns with numbers of addresses. Numbers are given in the order of first sight. */
const ADDRESSES = [
  "address_id",
  "from_id",
  "to_id",
  "created_id",
  "deployer_id",
  "creator_id",
  "token_id",
  "holder_id",
  "owner_id",
  "spender_id",
];

/**
 * Every row of a chain's store, sorted, without what depends on the order in which blocks were written: numbers of
 * addresses and NFTs are replaced by what they stand for.
 */
export async function dumpEvm(db: EvmDb): Promise<Record<string, string[]>> {
  const addresses = new Map(
    (await db.selectFrom("address").selectAll().execute()).map(({ id, bytes }) => [id, toHex(bytes)]),
  );
  const dumped: Record<string, string[]> = {};
  for (const { table: name } of await engineOf(db).tablesOf(db)) {
    if (MOMENTARY.includes(name)) continue;
    const rows: Record<string, unknown>[] = await db
      .selectFrom(name as keyof EvmTables)
      .selectAll()
      .execute();
    const texts = rows.map((row) => {
      const shown = Object.entries(row).flatMap(([column, value]) => {
        if (column === "id" || INCIDENTAL.includes(column)) return [];
        if (ADDRESSES.includes(column) && value !== null) return [[column, addresses.get(Number(value))]];
        return [[column, value instanceof Uint8Array ? toHex(value) : String(value)]];
      });
      return JSON.stringify(Object.fromEntries(shown));
    });
    dumped[name] = [...new Set(texts)].sort();
  }
  return dumped;
}
