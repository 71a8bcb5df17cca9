import { toHex } from "../avalanche/codec/bytes";
import {
  debugTraceStateDiff,
  debugTraceTransaction,
  type StateDiff,
  type TracedCall,
} from "../contract/node/evm";
import { NodeError } from "../errors";
import { lacksMethod } from "./limits";
import { type NodeOptions, openCaller } from "./node-call";

/** Events come with the calls that wrote them. */
const TRACER = { tracer: "callTracer", tracerConfig: { withLog: true } };
const DIFF_TRACER = { tracer: "prestateTracer", tracerConfig: { diffMode: true } };
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
  return askTracer(url, options, (call) => call("", debugTraceTransaction, [toHex(txHash), TRACER]));
}

/** What a transaction changed in accounts; undefined if the node has no debug API. @throws NodeError as `callRpc` */
export async function askStateDiff(
  url: string,
  txHash: Uint8Array,
  options: NodeOptions,
): Promise<StateDiff | undefined> {
  return askTracer(url, options, (call) => call("", debugTraceStateDiff, [toHex(txHash), DIFF_TRACER]));
}

async function askTracer<T>(
  url: string,
  options: NodeOptions,
  ask: (call: ReturnType<typeof openCaller>) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask(openCaller(url, { maxBytes: MAX_BYTES, ...options }));
  } catch (error) {
    const { rpcCode: code, rpcMessage: message } = (error instanceof NodeError && error.details) || {};
    if (lacksMethod({ code, message })) return undefined;
    throw error;
  }
}
