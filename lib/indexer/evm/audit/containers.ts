import { equalBytes, toHex } from "../../../avalanche/codec/bytes";
import { DataError, StoreError } from "../../../errors";
import { readCheckpoint } from "../../../store/bookkeeping/checkpoint";
import { listStoredBlocks, type StoredBlock } from "../../../store/queries/evm/audit";
import { findFirstNumber } from "../../../store/queries/first-number";
import type { CheckpointTable } from "../../../store/tables/bookkeeping";
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
  partial,
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
    const held = await readCheckpoint(primary.db, STREAM);
    // The stores may begin with different blocks. Neither heights nor numbers have gaps, and container 0 is block 1.
    const ownFirst = partial?.firstHeight ?? firstHeightOf(evm);
    const heldFirst = (await findFirstNumber(primary.db, STREAM)) + 1;
    const from = Math.max(ownFirst, heldFirst) - 1;
    const to = Math.min(evm?.height ?? 0, held?.height ?? 0);
    const all = (evm?.height ?? ownFirst - 1) + 1 - ownFirst;
    let compared = 0;
    for await (const part of storedContainers(primary.db, STREAM, { from, to })) {
      if (signal.aborted) break;
      const blocks = part.map(readContainer);
      const above = (blocks[0]?.height ?? 0) - 1;
      const stored = await listStoredBlocks(db, above, blocks.length);
      const byHeight = new Map(stored.map((each) => [each.row.height, each]));
      for (const block of blocks)
        for (const difference of differencesOf(block, byHeight.get(block.height))) counter.add(difference);
      compared += blocks.length;
      onProgress(compared, all);
    }
    const older = held === undefined ? 0 : Math.max(0, Math.min(all, heldFirst - ownFirst));
    const left = all - compared - older;
    return counter.result(CHECK, `${compared} blocks`, {
      ...(older > 0 && { leftOut: `${older} blocks before ${heldFirst}, where the primary store begins` }),
      ...(left > 0 && {
        notChecked: `${left} blocks: the primary store does not hold their containers yet`,
        nothing: compared === 0,
      }),
    });
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return notChecked(CHECK, `the primary store's containers are damaged: ${error.message}`);
  } finally {
    await primary.close();
  }
}

/** Height of the block that has number 0. */
function firstHeightOf(end: CheckpointTable | undefined): number {
  return end === undefined ? 0 : end.height + 1 - end.next_index;
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
