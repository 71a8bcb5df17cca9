import { equalBytes, toHex } from "../../../avalanche/codec/bytes";
import { DataError, StoreError } from "../../../errors";
import { readCheckpoint } from "../../../store/bookkeeping/checkpoint";
import { listStoredBlocks, type StoredBlock } from "../../../store/queries/evm/audit";
import { type CheckResult, DifferenceCounter, notChecked } from "../../audit/check-result";
import { storedContainers } from "../../rebuild/rebuild";
import { EVM_STREAM } from "../blocks";
import type { SourceBlock } from "../feed/block";
import { readContainer } from "../feed/source";
import type { AuditContext } from "./context";
import { rowDifferences } from "./node";

const STREAM = "C/block";
const CHECK = "containers";

/** Checks every block of the C-Chain against its container in the primary store, without a node. */
export async function auditContainers({
  db,
  stores,
  signal,
  onProgress,
}: AuditContext): Promise<CheckResult> {
  const primary = await stores.open("primary", { mode: "read" }).catch((error: unknown) => {
    if (error instanceof StoreError) return undefined;
    throw error;
  });
  if (primary === undefined) return notChecked(CHECK, "the primary store can't be read");
  const counter = new DifferenceCounter();
  try {
    const evm = await readCheckpoint(db, EVM_STREAM);
    const held = (await readCheckpoint(primary.db, STREAM))?.next_index ?? 0;
    const to = evm?.next_index ?? 0;
    let compared = 0;
    for await (const part of storedContainers(primary.db, STREAM, { from: 0, to: Math.min(held, to) })) {
      if (signal.aborted) break;
      const blocks = part.map(readContainer);
      const above = (blocks[0]?.height ?? 0) - 1;
      const stored = await listStoredBlocks(db, above, blocks.length);
      const byHeight = new Map(stored.map((each) => [each.row.height, each]));
      for (const block of blocks)
        for (const difference of differencesOf(block, byHeight.get(block.height))) counter.add(difference);
      compared += blocks.length;
      onProgress(compared, to);
    }
    const left = to - compared;
    const why = `${left} blocks: the primary store does not hold their containers yet`;
    return counter.result(
      CHECK,
      `${compared} blocks`,
      left > 0 ? { notChecked: why, nothing: compared === 0 } : {},
    );
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return notChecked(CHECK, `the primary store's containers are damaged: ${error.message}`);
  } finally {
    await primary.close();
  }
}

function differencesOf(block: SourceBlock, stored: StoredBlock | undefined): string[] {
  const { height, hash, acceptedAtNs, transactions } = block;
  if (stored === undefined) return [`block ${height}: stored none, but its container exists`];
  const { row, transactions: rows } = stored;
  if (!equalBytes(row.hash, hash))
    return [`block ${height} hash: stored ${toHex(row.hash)}, its container ${toHex(hash)}`];
  const differences = rowDifferences(row, block, "its container");
  // Each store reads from the index or by height on its own: by height nobody says when.
  const isSaid = row.accepted_at_ns !== null && acceptedAtNs !== undefined;
  if (isSaid && row.accepted_at_ns !== acceptedAtNs)
    differences.push(
      `block ${height} accepted_at_ns: stored ${row.accepted_at_ns}, its container ${acceptedAtNs}`,
    );
  for (const [i, { hash: own }] of transactions.entries()) {
    const theirs = rows[i]?.hash;
    if (theirs === undefined || !equalBytes(theirs, own))
      differences.push(
        `transaction ${i} of block ${height}: stored ${theirs ? toHex(theirs) : "none"}, its container ${toHex(own)}`,
      );
  }
  return differences;
}
