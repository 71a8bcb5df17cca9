import { toHex } from "../../../avalanche/codec/bytes";
import type { EvmDb } from "../../db";
import { positionOf } from "../../rows/columns";
import { setOf } from "../../sql/expressions";
import { inParts } from "../by-key";

/** What an audit reads of the events of one block: rows in order, with the addresses behind their numbers. */

export function listTransfersIn(db: EvmDb, height: number) {
  return db
    .selectFrom("token_transfer as row")
    .leftJoin("address as token", "token.id", "row.token_id")
    .leftJoin("address as giver", "giver.id", "row.from_id")
    .leftJoin("address as taker", "taker.id", "row.to_id")
    .selectAll("row")
    .select(["token.bytes as token", "giver.bytes as from", "taker.bytes as to"])
    .where("position", ">=", positionOf(height, 0))
    .where("position", "<", positionOf(height + 1, 0))
    .orderBy("position")
    .orderBy("log_index")
    .orderBy("item")
    .execute();
}

export function listWrapsIn(db: EvmDb, height: number) {
  return db
    .selectFrom("coin_wrap as row")
    .leftJoin("address as token", "token.id", "row.token_id")
    .leftJoin("address as owner", "owner.id", "row.holder_id")
    .selectAll("row")
    .select(["token.bytes as token", "owner.bytes as holder"])
    .where("position", ">=", positionOf(height, 0))
    .where("position", "<", positionOf(height + 1, 0))
    .orderBy("position")
    .orderBy("log_index")
    .execute();
}

/** Approvals whose newest event is in this block. */
export function listApprovalsIn(db: EvmDb, height: number) {
  return db
    .selectFrom("approval")
    .selectAll()
    .where("position", ">=", positionOf(height, 0))
    .where("position", "<", positionOf(height + 1, 0))
    .execute();
}

/** Newest approvals of single tokens that a block's events gave. */
export function listNftApprovalsIn(db: EvmDb, height: number) {
  return db
    .selectFrom("nft_approval")
    .selectAll()
    .where("position", ">=", positionOf(height, 0))
    .where("position", "<", positionOf(height + 1, 0))
    .execute();
}

/** Numbers of addresses, by their hex text. */
export async function findAddressIds(
  db: EvmDb,
  addresses: readonly Uint8Array[],
): Promise<Map<string, number>> {
  const rows = await inParts(db, addresses, (part) =>
    db.selectFrom("address").selectAll().where("bytes", "in", setOf(part)).execute(),
  );
  return new Map(rows.map(({ id, bytes }) => [toHex(bytes), id]));
}

/** What is known of contracts, and what is still to be asked. */
export function listEventContracts(db: EvmDb, addresses: readonly Uint8Array[]) {
  return inParts(db, addresses, (part) =>
    db
      .selectFrom("contract")
      .innerJoin("address", "address.id", "contract.address_id")
      .leftJoin("contract_question", "contract_question.address_id", "contract.address_id")
      .select(["address.bytes", "standard", "asks_node", "wraps_coin", "contract_question.facts as open"])
      .where("address.bytes", "in", setOf(part))
      .execute(),
  );
}
