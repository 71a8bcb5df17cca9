import { formatEvmAddress } from "../../avalanche/evm-address";
import { formatId } from "../../avalanche/ids";
import type { NodeClient } from "../../client/node";
import type { NodeTx } from "../../contract/firn/node-txs";
import { getAtomicTxStatus } from "../../contract/node/avax";
import { getTxStatus as getXTxStatus } from "../../contract/node/avm";
import { getTxStatus as getPTxStatus } from "../../contract/node/platform";
import type { EvmTxOfNode } from "./evm-node";
import { inTime, requireNode } from "./in-time";

/** What the node says about a transaction, without the time. */
export type NodeTxFacts = Omit<NodeTx, "checkedAt">;

/** Asks the node for a transaction of P or X, or for an atomic one of C, by its id. @throws NodeError */
export type AskNodeTx = (chain: "p" | "x" | "c", txId: Uint8Array) => Promise<NodeTxFacts>;

/** A page may wait for it. */
const TIMEOUT_MS = 2_000;

/** P-Chain proposals may be aborted: they are in an accepted block all the same. */
const STATUSES = {
  Accepted: "accepted",
  Committed: "accepted",
  Aborted: "accepted",
  Processing: "processing",
  Dropped: "dropped",
  Unknown: "unknown",
} as const;

export function openNodeTxs(node: NodeClient | undefined): AskNodeTx {
  return (chain, txId) =>
    inTime(TIMEOUT_MS, async (signal) => {
      const { call } = requireNode(node);
      const params = { txID: formatId(txId) };
      if (chain === "p") {
        const { status, reason } = await call("/ext/bc/P", getPTxStatus, params, { signal });
        return { status: STATUSES[status], ...(reason !== undefined && reason !== "" && { reason }) };
      }
      if (chain === "x")
        return { status: STATUSES[(await call("/ext/bc/X", getXTxStatus, params, { signal })).status] };
      const { status, blockHeight } = await call("/ext/bc/C/avax", getAtomicTxStatus, params, { signal });
      return {
        status: STATUSES[status],
        ...(blockHeight !== undefined && { height: Number(blockHeight) }),
      };
    });
}

/**
 * The same for a transaction of an EVM chain, as its node answered. `replacedBy`: hash of the stored transaction that has its
 * sender and nonce.
 */
export function presentEvmTx(tx: EvmTxOfNode | undefined, replacedBy?: string): NodeTxFacts {
  if (tx === undefined) return { status: "unknown" };
  if (tx.height !== undefined) return { status: "accepted", height: tx.height };
  if (tx.nonce < tx.nextNonce || replacedBy !== undefined)
    return {
      status: "dropped",
      reason: `another transaction of its sender has nonce ${tx.nonce}`,
      ...(replacedBy !== undefined && { replacedBy }),
    };
  if ("isGone" in tx)
    return { status: "dropped", reason: "it was in the node's mempool, and is not any more" };
  const { from, to, value, nonce, nextNonce, gasLimit, maxFeePerGas, baseFee } = tx;
  const waitsFor: NonNullable<NodeTx["pending"]>["waitsFor"] = [];
  if (nonce > nextNonce) waitsFor.push("nonce");
  if (baseFee !== undefined && maxFeePerGas < baseFee) waitsFor.push("fee");
  return {
    status: "pending",
    pending: {
      from: formatEvmAddress(from),
      ...(to !== undefined && { to: formatEvmAddress(to) }),
      valueWei: value.toString(),
      nonce,
      nextNonce,
      gasLimit,
      maxFeePerGasWei: maxFeePerGas.toString(),
      ...(baseFee !== undefined && { baseFeeWei: baseFee.toString() }),
      waitsFor,
    },
  };
}
