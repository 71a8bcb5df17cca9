import { readEvmFacts, writeEvmFacts } from "../../store/bookkeeping/evm-facts";
import { asHolder, type Claim } from "../../store/bookkeeping/lease";
import { unreadBlocks, unreadFact } from "../../store/bookkeeping/unread-blocks";
import type { HeightRange } from "../../store/bookkeeping/untraced";
import { findSettlingBlock, readBlock } from "../../store/queries/evm/block";
import { positionOf } from "../../store/rows/columns";
import { newEvmBatch, writeEvmBatch } from "../../store/rows/evm-batch";
import type { EvmStore } from "../../store/stores";
import type { AskOptions } from "../follow/read";
import type { BlockState } from "./blocks";
import type { OlderOptions, OlderRange, OlderStart, OpenOlder } from "./feed/older";
import { ApprovalRows } from "./rows/approvals";

export interface LateApprovalsOptions extends AskOptions, Pick<OlderOptions, "source"> {
  store: EvmStore;
  claim: Claim;
  openOlder: OpenOlder;
  /** Runs `work` while nothing else writes the store. */
  alone: <T>(work: (state: BlockState) => Promise<T>) => Promise<T>;
}

/**
 * Reads the approvals of blocks that an older version stored, the newest blocks first: their receipts are asked of the
 * node again, and proved as those of new blocks are. Each range is committed by itself.
 * @returns whether anything is left that the node may give later
 */
export async function fillApprovals(options: LateApprovalsOptions): Promise<"read" | "later"> {
  const { store, openOlder } = options;
  const unread = unreadBlocks(await readEvmFacts(store.db), "unreadApprovals");
  if (unread === undefined) return "read";
  const start = await startBelow(unread.to + 1, options);
  if (start === undefined) return "later";
  const feed = openOlder(start, options);
  let { to } = unread;
  try {
    while (to >= unread.from) {
      const { value, done } = await feed.next();
      if (done) return "later";
      to = await storeApprovals({ from: unread.from, to }, value, options);
    }
    return "read";
  } finally {
    await feed.return(undefined);
  }
}

/** Where to read on below a height; undefined while no stored header covers the receipts of the block below it. */
async function startBelow(
  height: number,
  { store, source }: LateApprovalsOptions,
): Promise<OlderStart | undefined> {
  const last = await readBlock(store.db, height - 1);
  const settling = await findSettlingBlock(store.db, height - 1);
  if (last === undefined || (last.settled_height !== null && settling === undefined)) return undefined;
  const numberOf = (of: number) => of - source.firstHeight;
  return {
    index: numberOf(height),
    parentHash: last.hash,
    settledBy: settling && numberOf(settling.height),
    traces: false,
  };
}

/** @returns the last height that is still unread */
async function storeApprovals(
  { from, to }: HeightRange,
  range: OlderRange,
  { store, claim, alone }: LateApprovalsOptions,
): Promise<number> {
  const blocks = range.flat().filter(({ height }) => height >= from && height <= to);
  const events = blocks.flatMap(({ height, transactions }) =>
    transactions.flatMap((transaction, i) =>
      transaction.events.map((event) => ({ position: positionOf(height, i), event })),
    ),
  );
  const left = { from, to: Math.min(to, (range.flat()[0]?.height ?? from) - 1) };
  await alone(async ({ addresses }) => {
    const batch = newEvmBatch();
    const rows = new ApprovalRows();
    addresses.trim();
    await addresses.prepare(
      events.flatMap(({ event: { contract, approval } }) =>
        approval === undefined ? [] : [contract, approval.owner, approval.spender],
      ),
    );
    const idOf = (address: Uint8Array) => addresses.idOf(address, (entry) => batch.address.push(entry));
    for (const { position, event } of events) rows.add(position, event, idOf);
    await rows.finish(store.db, batch);
    await asHolder(store.db, claim, async (trx) => {
      await writeEvmBatch(trx, batch);
      await writeEvmFacts(trx, unreadFact("unreadApprovals", left));
    });
  });
  return left.to;
}
