import { toHex } from "../avalanche/codec/bytes";
import { debugTraceTransaction, type TracedCall } from "../contract/node/evm";
import { NodeError } from "../errors";
import { lacksMethod } from "./limits";
import { type NodeOptions, openCaller } from "./node-call";

const MAX_BYTES = 32 * 1024 * 1024;

/**
 * The call tree of a transaction from the EVM chain at `url`; undefined if its node has no debug API.
 * @throws NodeError as `callRpc`
 */
export async function askTrace(
  url: string,
  txHash: Uint8Array,
  options: NodeOptions,
): Promise<TracedCall | undefined> {
  const call = openCaller(url, { maxBytes: MAX_BYTES, ...options });
  try {
    return await call("", debugTraceTransaction, [toHex(txHash), { tracer: "callTracer" }]);
  } catch (error) {
    const { rpcCode: code, rpcMessage: message } = (error instanceof NodeError && error.details) || {};
    if (lacksMethod({ code, message })) return undefined;
    throw error;
  }
}
