import { DataError } from "../../errors";
import { type Effect, type Move, movesOf } from "../effects";
import { formatId } from "../ids";
import { type PTx, pTxs } from "../p/txs";
import type { GasConfig } from "./rules";

/** Compute for checking one signature, microseconds. */
const SIGNATURE_COMPUTE = 200;

/** Database reads and writes per moved amount. Additions to L1 balances are counted with their transaction type. */
const DATABASE: Record<Move["of"], { reads: number; writes: number }> = {
  consumed: { reads: 1, writes: 1 },
  produced: { reads: 0, writes: 1 },
  staked: { reads: 0, writes: 1 },
  exported: { reads: 0, writes: 1 },
  l1Balance: { reads: 0, writes: 0 },
};

/**
 * Gas of an accepted decision transaction. The node adds up its bandwidth field by field; for a valid transaction that
 * equals the length of its signed bytes.
 * @throws DataError LEDGER_MISMATCH for a type that no block holds among its decisions since fees are paid by gas
 * @source ACP-103; avalanchego vms/platformvm/txs/fee/complexity.go
 */
export function gasOfTx(weights: GasConfig["weights"], tx: PTx, effects: readonly Effect[]): bigint {
  const own = pTxs.gasOf(tx);
  if (own === "none")
    throw new DataError("LEDGER_MISMATCH", `${tx.txType} ${formatId(tx.txId)} pays no fee by gas`);
  const signatures = tx.credentials.reduce((sum, each) => sum + each.signatures.length, 0);
  let { reads, writes, compute = 0 } = own;
  compute += signatures * SIGNATURE_COMPUTE;
  for (const { of } of movesOf(effects)) {
    reads += DATABASE[of].reads;
    writes += DATABASE[of].writes;
  }
  return (
    weights.bandwidth * BigInt(tx.bytes.length) +
    weights.dbRead * BigInt(reads) +
    weights.dbWrite * BigInt(writes) +
    weights.compute * BigInt(compute)
  );
}
