import type { CHeader } from "../avalanche/c/header";
import { toHex } from "../avalanche/codec/bytes";
import {
  debugTraceBlockByNumber,
  ethGetBlockByNumber,
  ethGetBlockReceipts,
  ethGetTransactionReceipt,
} from "../contract/node/evm";
import { NodeError } from "../errors";
import { type Answer, batchCalls, openBatches, type Send } from "./evm-batches";
import {
  type EvmBlockAnswer,
  type EvmCall,
  type EvmReceiptAnswer,
  readBlockAnswer,
  readCallAnswer,
  readCHeaderAnswer,
  readReceiptAnswer,
} from "./evm-json";
import { isContractFailure, isRateLimit, lacksMethod, limitError } from "./limits";
import { MOST_SECONDS } from "./node-blocks";
import { type NodeOptions, parseUrl } from "./node-call";
import { Pace } from "./pace";
import { rpcMessageOf } from "./rpc";

/** A block whose receipts or traces are requested. */
export interface EvmBlockRef {
  height: number;
  /** Hashes of its transactions, in order. */
  txHashes: readonly Uint8Array[];
}

/** An EVM chain's Ethereum API, read in batches. All errors are NodeErrors. */
export interface EvmClient {
  /** Without credentials. */
  readonly origin: string;
  /** `eth_chainId` */
  getEvmChainId(options?: CallOptions): Promise<number>;
  /** Height of the last accepted block. */
  getHead(options?: CallOptions): Promise<number>;
  /** Whole blocks from `start` on; fewer if the chain ends, or if the node limits requests. */
  getBlocks(start: number, count: number, options?: CallOptions): Promise<EvmBlockAnswer[]>;
  /** The header of a C-Chain block; undefined above the chain's head. */
  getCHeader(height: number, options?: CallOptions): Promise<CHeader | undefined>;
  /** Receipts per block, in the order of its transactions; undefined for a block whose receipts the node lacks. */
  getReceipts(
    blocks: readonly EvmBlockRef[],
    options?: CallOptions,
  ): Promise<(EvmReceiptAnswer[] | undefined)[]>;
  /** Call trees per block, or why there are none; undefined if the node has no debug API. */
  getTraces(blocks: readonly EvmBlockRef[], options?: CallOptions): Promise<TraceAnswer[] | undefined>;
  /** An account's balance in wei, at a height or now. @throws NodeError NODE_RPC_ERROR if the node lacks the state */
  getBalance(account: Uint8Array, height: number | undefined, options?: CallOptions): Promise<bigint>;
  /** Many balances at once, in the order of the questions. */
  getBalances(questions: readonly BalanceQuestion[], options?: CallOptions): Promise<bigint[]>;
  /** The same, undefined where the node lacks the state. @throws NodeError NODE_RPC_ERROR if it lacks all of it */
  findBalances(questions: readonly BalanceQuestion[], options?: CallOptions): Promise<(bigint | undefined)[]>;
  /** Bytes of code that accounts have after the last accepted block; undefined where the node does not say. */
  getCodeSizes(accounts: readonly Uint8Array[], options?: CallOptions): Promise<(number | undefined)[]>;
  /**
   * Unix seconds of the changes in an L1's configuration. They may change balances without a transaction. @throws
   * NodeError NODE_RPC_ERROR if the node lacks the method
   */
  getUpgradeTimes(options?: CallOptions): Promise<Set<number>>;
  /**
   * `eth_call` at a height, or at the last accepted block: the returned bytes, undefined if the contract failed. Calls
   * made under one signal in one turn share a batch. A node that does not have the contract yet returns no bytes: to be
   * certain, pass a height at which it exists.
   * @throws NodeError NODE_RPC_ERROR if the node cannot run it, NODE_BAD_ANSWER
   */
  callContract(to: Uint8Array, data: Uint8Array, options?: StateOptions): Promise<Uint8Array | undefined>;
  /** Like `callContract`, but never in a batch: an answer that is too long must not fail other calls. */
  callContractAlone(
    to: Uint8Array,
    data: Uint8Array,
    options?: StateOptions,
  ): Promise<Uint8Array | undefined>;
}

export interface BalanceQuestion {
  account: Uint8Array;
  /** Undefined: now. */
  height: number | undefined;
}

interface StateOptions extends CallOptions {
  height?: number | undefined;
}

/** Call trees of a block in the order of its transactions, or the node's reason for refusing. */
export type TraceAnswer = { calls: EvmCall[] } | { refused: string };

interface CallOptions {
  signal?: AbortSignal | undefined;
}

/**
 * A client of the EVM chain at `url`. Sends nothing yet, and keeps nothing that must be closed.
 * @throws ConfigError CONFIG_INVALID if it is not an http URL
 */
export function openEvm(url: string, options: NodeOptions = {}): EvmClient {
  const pace = options.pace ?? new Pace();
  const send = openBatches(url, { ...options, pace });
  const sendTogether = batchCalls(send);
  const { origin } = parseUrl(url);
  const one = async (method: string, params: unknown[], call: CallOptions = {}): Promise<unknown> => {
    const [answer] = await send([{ method, params }], call);
    return resultOf(answer, method);
  };
  let blockReceipts = true;
  return {
    origin,
    async getEvmChainId(call) {
      const id = readNumber(await one("eth_chainId", [], call), "eth_chainId");
      if (id > 0) return id;
      throw badAnswer("eth_chainId", id);
    },
    getHead: async (call) => readNumber(await one("eth_blockNumber", [], call), "eth_blockNumber"),
    async getBlocks(start, wanted, call = {}) {
      const count = Math.min(wanted, pace.callsWithin(MOST_SECONDS, { inBatches: true }));
      const calls = Array.from({ length: count }, (_, i) => ({
        method: ethGetBlockByNumber.name,
        params: [toQuantity(start + i), true],
      }));
      const answers = await send(calls, call);
      const blocks = answers.map((answer) => resultOf(answer, ethGetBlockByNumber.name));
      const end = blocks.indexOf(null);
      return blocks.slice(0, end < 0 ? count : end).map(readBlockAnswer);
    },
    async getCHeader(height, call) {
      const block = await one(ethGetBlockByNumber.name, [toQuantity(height), false], call);
      return block === null ? undefined : readCHeaderAnswer(block);
    },
    async getReceipts(blocks, call = {}) {
      if (blockReceipts) {
        const found = await askBlockReceipts(send, blocks, call);
        if (found !== "no such method") return found;
        blockReceipts = false;
      }
      return askSingleReceipts(send, blocks, call);
    },
    getTraces: (blocks, call = {}) => askTraces(send, blocks, call),
    getBalance: async (account, height, call = {}) =>
      readBalance((await askBalances(send, [{ account, height }], call))[0]),
    async getBalances(questions, call = {}) {
      return (await askBalances(send, questions, call)).map(readBalance);
    },
    async findBalances(questions, call = {}) {
      const answers = await askBalances(send, questions, call);
      const isTold = ({ error }: Answer) => error === undefined || error === null;
      if (answers.length > 0 && !answers.some(isTold)) return answers.map(readBalance);
      return answers.map((answer) => (isTold(answer) ? readBalance(answer) : undefined));
    },
    getCodeSizes: async (accounts, call = {}) => {
      const calls = accounts.map((account) => ({
        method: "eth_getCode",
        params: [toHex(account), "latest"],
      }));
      return (await send(calls, call)).map(({ result }) => codeSize(result));
    },
    getUpgradeTimes: async (call) => upgradeTimes(await one("eth_getChainConfig", [], call)),
    async callContract(to, data, call = {}) {
      return readReturned(await sendTogether(contractCall(to, data, call.height), call));
    },
    async callContractAlone(to, data, call = {}) {
      const [answer] = await send([contractCall(to, data, call.height)], call);
      return readReturned(answer);
    },
  };
}

function contractCall(to: Uint8Array, data: Uint8Array, height: number | undefined) {
  const at = height === undefined ? "latest" : toQuantity(height);
  return { method: "eth_call", params: [{ to: toHex(to), data: toHex(data) }, at] };
}

function readReturned(answer: Answer | undefined): Uint8Array | undefined {
  if (answer?.error != null && isContractFailure(answer.error)) return undefined;
  const result = resultOf(answer, "eth_call");
  if (typeof result === "string" && /^0x(?:[0-9a-f]{2})*$/i.test(result))
    return new Uint8Array(Buffer.from(result.slice(2), "hex"));
  throw badAnswer("eth_call", result);
}

/** Messages of nodes that keep no state of a block. @source coreth, go-ethereum, firewood, saevm */
const STATELESS =
  /missing trie node|state (?:\S+ )?(?:is )?(?:not available|unavailable)|historical state|archive|no state (?:found|available)|revision .*not found|pruned|unknown block|header not found|unfinalized data/i;

/** Whether a node reported that it has no state of the block. Other errors may pass with time. */
export function lacksState(error: unknown): boolean {
  const message = rpcMessageOf(error);
  return message !== undefined && STATELESS.test(message);
}

function askBalances(
  send: Send,
  questions: readonly BalanceQuestion[],
  call: CallOptions,
): Promise<Answer[]> {
  const calls = questions.map(({ account, height }) => ({
    method: "eth_getBalance",
    params: [toHex(account), height === undefined ? "latest" : toQuantity(height)],
  }));
  return send(calls, call);
}

function readBalance(answer: Answer | undefined): bigint {
  const balance = resultOf(answer, "eth_getBalance");
  if (typeof balance === "string" && QUANTITY.test(balance)) return BigInt(balance);
  throw badAnswer("eth_getBalance", balance);
}

function codeSize(code: unknown): number | undefined {
  return typeof code === "string" && /^0x(?:[0-9a-f]{2})*$/i.test(code) ? code.length / 2 - 1 : undefined;
}

/** Every time that appears anywhere in a configuration of subnet-evm. */
function upgradeTimes(config: unknown): Set<number> {
  const times = new Set<number>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (name === "blockTimestamp" && typeof member === "number") times.add(member);
      visit(member);
    }
  };
  visit(config);
  return times;
}

async function askBlockReceipts(
  send: Send,
  blocks: readonly EvmBlockRef[],
  call: CallOptions,
): Promise<(EvmReceiptAnswer[] | undefined)[] | "no such method"> {
  const { name } = ethGetBlockReceipts;
  const answers = await send(
    blocks.map(({ height }) => ({ method: name, params: [toQuantity(height)] })),
    call,
  );
  if (answers.some(isMissing)) return "no such method";
  return answers.map((answer) => {
    if (WITHOUT_RECEIPTS.test(String(answer.error?.message))) return undefined;
    const result = resultOf(answer, name);
    return result == null ? undefined : listOf(result, name).map(readReceiptAnswer);
  });
}

/** A node that was synced by state has 256 blocks up to there without their receipts. @source coreth internal/ethapi */
const WITHOUT_RECEIPTS = /receipts length mismatch/i;

async function askSingleReceipts(
  send: Send,
  blocks: readonly EvmBlockRef[],
  call: CallOptions,
): Promise<(EvmReceiptAnswer[] | undefined)[]> {
  const { name } = ethGetTransactionReceipt;
  const hashes = blocks.flatMap(({ txHashes }) => txHashes);
  const answers = await send(
    hashes.map((hash) => ({ method: name, params: [toHex(hash)] })),
    call,
  );
  const results = answers.map((answer) => resultOf(answer, name));
  return blocks.map(({ txHashes }) => {
    const own = results.splice(0, txHashes.length);
    return own.includes(null) ? undefined : own.map(readReceiptAnswer);
  });
}

async function askTraces(
  send: Send,
  blocks: readonly EvmBlockRef[],
  call: CallOptions,
): Promise<TraceAnswer[] | undefined> {
  const { name } = debugTraceBlockByNumber;
  const answers = await send(
    blocks.map(({ height }) => ({ method: name, params: [toQuantity(height), { tracer: "callTracer" }] })),
    call,
  );
  if (answers.some(isMissing)) return undefined;
  return answers.map((answer) => {
    if (answer.error != null) return { refused: String(answer.error.message) };
    const traces = listOf(answer.result, name) as ({ result?: unknown; error?: unknown } | null)[];
    // If one transaction was not traced, the block has no traces: half of its calls is not kept.
    const refused = traces.find((trace) => trace?.error != null && trace.result == null);
    if (refused) {
      if (isRateLimit({ message: refused.error })) throw limitError(String(refused.error));
      return { refused: String(refused.error) };
    }
    return { calls: traces.map((trace) => readCallAnswer(trace?.result)) };
  });
}

/** Whether the node lacks the method. */
function isMissing({ error }: Answer): boolean {
  return error != null && lacksMethod(error);
}

function resultOf(answer: Answer | undefined, method: string): unknown {
  if (answer?.error == null) return answer?.result ?? null;
  const { code, message } = answer.error;
  throw new NodeError("NODE_RPC_ERROR", `${method}: ${String(message).slice(0, 200)}`, {
    details: { rpcCode: code, rpcMessage: message },
  });
}

function listOf(value: unknown, method: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw new NodeError("NODE_BAD_ANSWER", `${method} was not answered with a list`);
}

/** A quantity that is exact as a number. */
function readNumber(value: unknown, method: string): number {
  const number = typeof value === "string" && QUANTITY.test(value) ? Number(value) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw badAnswer(method, value);
}

const QUANTITY = /^0x[0-9a-f]{1,64}$/i;

function badAnswer(method: string, value: unknown): NodeError {
  return new NodeError("NODE_BAD_ANSWER", `${method} was answered ${JSON.stringify(value)?.slice(0, 50)}`);
}

function toQuantity(value: number): string {
  return `0x${value.toString(16)}`;
}
