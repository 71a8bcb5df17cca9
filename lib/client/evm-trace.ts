import { toHex } from "../avalanche/codec/bytes";
import { debugTraceTransaction, type TracedCall } from "../contract/node/evm";
import { NodeError } from "../errors";
import { authorization, parseUrl } from "./node-call";
import { callRpc } from "./rpc";

const MAX_BYTES = 32 * 1024 * 1024;
const NO_SUCH_METHOD = -32601;

/**
 * The call tree of a transaction from the EVM chain at `url`; undefined if its node has no debug API.
 * @throws NodeError as `callRpc`
 */
export async function askTrace(
  url: string,
  txHash: Uint8Array,
  { timeoutMs }: { timeoutMs: number },
): Promise<TracedCall | undefined> {
  const target = parseUrl(url);
  const headers = authorization(target);
  target.username = "";
  target.password = "";
  try {
    return await callRpc(debugTraceTransaction, [toHex(txHash), { tracer: "callTracer" }], {
      ...{ url: target, headers, timeoutMs, maxBytes: MAX_BYTES },
    });
  } catch (error) {
    if (error instanceof NodeError && error.details?.rpcCode === NO_SUCH_METHOD) return undefined;
    throw error;
  }
}
