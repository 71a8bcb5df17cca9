import { commit, type EvmDb } from "../../db";
import { ACTIVITY, EVM_HASH_KIND, positionOf, prefix48 } from "../../rows/columns";
import { LIST_TABLES, newEvmBatch, writeEvmBatch } from "../../rows/evm-batch";
import type { EpochTable } from "../../tables/evm/chain";
import { EPOCH_ITEMS } from "./epochs";
import { listedWithin } from "./list-items";

/** Blocks of a commit: fewer where they have so many transactions. */
const BLOCKS = 1_000;
const TRANSACTIONS = 5_000;

/**
 * Makes the lists of addresses, and the hashes, of a store that was copied from where both are indexes. Whatever it has
 * of them is made anew.
 * @param onBlocks blocks whose items are listed so far
 * @returns whether it was done before the signal
 */
export async function makeLists(
  db: EvmDb,
  { signal, onBlocks }: { signal: AbortSignal; onBlocks: (blocks: number) => void },
): Promise<boolean> {
  await commit(db, async (trx) => {
    for (const table of LIST_TABLES) await trx.deleteFrom(table).execute();
  });
  let epoch: EpochTable | undefined;
  const members = new Set<number>();
  let done = 0;
  for (let next = 0; ; ) {
    const blocks = await readBlocks(db, next);
    const first = blocks[0];
    const last = blocks.at(-1);
    if (first === undefined || last === undefined) return true;
    if (signal.aborted) return false;
    const from = positionOf(first.height, 0);
    if (epoch === undefined || epoch.items >= EPOCH_ITEMS) {
      epoch = { epoch: (epoch?.epoch ?? -1) + 1, items: 0, first_position: from };
      members.clear();
    }
    epoch = await listBlocks(db, {
      blocks,
      span: { from, below: positionOf(last.height + 1, 0) },
      epoch,
      members,
    });
    next = last.height + 1;
    done += blocks.length;
    onBlocks(done);
  }
}

type ListedBlock = { height: number; hash: Uint8Array; tx_count: number };

async function readBlocks(db: EvmDb, from: number): Promise<ListedBlock[]> {
  const blocks = await db
    .selectFrom("block")
    .select(["height", "hash", "tx_count"])
    .where("height", ">=", from)
    .orderBy("height")
    .limit(BLOCKS)
    .execute();
  let transactions = 0;
  const end = blocks.findIndex(({ tx_count }, i) => {
    transactions += tx_count;
    return i > 0 && transactions > TRANSACTIONS;
  });
  return end < 0 ? blocks : blocks.slice(0, end);
}

interface BlocksToList {
  blocks: readonly ListedBlock[];
  /** Their positions. */
  span: { from: number; below: number };
  epoch: EpochTable;
  /** Addresses that have items in the epoch. New ones are added. */
  members: Set<number>;
}

/** Writes the items of blocks. @returns the epoch with them */
async function listBlocks(db: EvmDb, { blocks, span, epoch, members }: BlocksToList): Promise<EpochTable> {
  const batch = newEvmBatch();
  let { items } = epoch;
  for (const kind of Object.values(ACTIVITY)) {
    const listed = await listedWithin(db, kind, span).execute();
    listed.sort((a, b) => a.position - b.position || a.item - b.item);
    for (const { address_id, ...item } of listed) {
      batch.address_activity.push({ epoch: epoch.epoch, address_id, kind, ...item });
      if (members.has(address_id)) continue;
      members.add(address_id);
      batch.address_epoch.push({ address_id, epoch: epoch.epoch });
    }
    items += listed.length;
  }
  for (const { height, hash } of blocks)
    batch.hash.push({ prefix48: prefix48(hash), kind: EVM_HASH_KIND.block, position: height });
  const transactions = await db
    .selectFrom("transaction")
    .select(["position", "hash"])
    .where("position", ">=", span.from)
    .where("position", "<", span.below)
    .execute();
  for (const { position, hash } of transactions)
    batch.hash.push({ prefix48: prefix48(hash), kind: EVM_HASH_KIND.transaction, position });
  const filled = { ...epoch, items };
  batch.epoch.push(filled);
  await commit(db, (trx) => writeEvmBatch(trx, batch));
  return filled;
}
