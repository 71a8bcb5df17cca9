import type { NodeTx, PendingTx } from "@/lib/contract/firn/node-txs";
import { formatAmount, groupDigits, splitGasPrice } from "@/lib/words/format";

/** What the node says about a transaction that Firn has not indexed. */
export type WaitingTx = Exclude<NodeTx["status"], "unknown">;

/** The head of such a transaction's page. */
export function titleOfWaiting({ status, replacedBy }: NodeTx & { status: WaitingTx }): string {
  return replacedBy === undefined ? TITLES[status] : "Replaced by another transaction";
}

const TITLES = {
  pending: "Waiting in the mempool",
  processing: "Being decided by the network",
  accepted: "Accepted, not indexed yet",
  dropped: "Dropped",
} as const satisfies Record<WaitingTx, string>;

/** Why it is in no block that Firn has. `gwei` names a billionth of the coin. */
export function describeWaiting(
  { status, reason, height, pending, replacedBy }: NodeTx,
  gwei: string,
): string[] {
  if (replacedBy !== undefined)
    return [
      "Its sender sent another transaction with the same nonce, and that one is in a block: this one never will be.",
    ];
  if (status === "dropped")
    return [
      reason === undefined
        ? "The node refused it and does not say why."
        : `The node refused it: ${reason.replace(/\.$/, "")}.`,
    ];
  if (status === "processing") return ["The node has it and waits for the network’s decision."];
  if (status === "accepted") {
    const where = height === undefined ? "a block" : `block ${groupDigits(height)}`;
    return [`The node has accepted ${where} with it. Firn reads that block next.`];
  }
  if (pending === undefined) return [];
  const reasons = pending.waitsFor.map((what) =>
    what === "nonce" ? describeNonce(pending) : describeFee(pending, gwei),
  );
  return reasons.length > 0 ? reasons : ["Nothing holds it back: one of the next blocks can have it."];
}

function describeNonce({ nonce, nextNonce }: PendingTx): string {
  const missing = nonce - nextNonce;
  const before = missing === 1 ? "the transaction" : `the ${groupDigits(missing)} transactions`;
  return `It has nonce ${groupDigits(nonce)}, and its sender’s next is ${groupDigits(nextNonce)}: it waits for ${before} before it.`;
}

function describeFee({ maxFeePerGasWei, baseFeeWei = "0" }: PendingTx, gwei: string): string {
  const write = (wei: string) => {
    const { decimals, unit } = splitGasPrice(BigInt(wei), gwei);
    return formatAmount(BigInt(wei), decimals, unit);
  };
  return `It pays at most ${write(maxFeePerGasWei)} per gas, less than the base fee of the newest block, ${write(baseFeeWei)}: it waits for a lower one.`;
}
