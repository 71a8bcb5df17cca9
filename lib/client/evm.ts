import { toHex } from "../avalanche/bytes";
import {
  debugTraceBlockByNumber,
  ethGetBlockByNumber,
  ethGetBlockReceipts,
  ethGetTransactionReceipt,
} from "../contract/node/evm";
import { NodeError } from "../errors";
import { type Answer, gather, openBatches, type Send } from "./evm-batches";
import {
  type EvmBlockAnswer,
  type EvmCall,
  type EvmReceiptAnswer,
  readBlockAnswer,
  readCallAnswer,
  readReceiptAnswer,
} from "./evm-json";
import { type NodeOptions, parseUrl } from "./node";

/** A block whose receipts or traces are wanted. */
export interface EvmBlockRef {
  height: number;
  /** Of its transactions, in order. */
  txHashes: readonly Uint8Array[];
}

/** An EVM chain's Ethereum API, read in batches. What goes wrong is a NodeError. */
export interface EvmClient {
  /** Without credentials. */
  readonly origin: string;
  /** `eth_chainId` */
  getEvmChainId(options?: CallOptions): Promise<number>;
  /** Height of the last accepted block. */
  getHead(options?: CallOptions): Promise<number>;
  /** Blocks from `start`, whole; fewer when the chain ends. */
  getBlocks(start: number, count: number, options?: CallOptions): Promise<EvmBlockAnswer[]>;
  /** Receipts per block, in the order of its transactions; undefined for a block the node knows no receipts of. */
  getReceipts(
    blocks: readonly EvmBlockRef[],
    options?: CallOptions,
  ): Promise<(EvmReceiptAnswer[] | undefined)[]>;
  /** Call trees per block; undefined when the node has no debug API. */
  getTraces(blocks: readonly EvmBlockRef[], options?: CallOptions): Promise<EvmCall[][] | undefined>;
  /** What an account has, wei, at a height or now. @throws NodeError NODE_RPC_ERROR when the node has no state of it */
  getBalance(account: Uint8Array, height: number | undefined, options?: CallOptions): Promise<bigint>;
  /**
   * `eth_call` at a height, or at the last accepted block: what the contract returned; undefined when it failed or can't
   * be asked, as a node without that state can't.
   */
  callContract(
    to: Uint8Array,
    data: Uint8Array,
    options?: CallOptions & { height?: number | undefined },
  ): Promise<Uint8Array | undefined>;
  /**
   * `eth_call` at the last accepted block, with whose fault it is told apart: undefined when the contract failed.
   * @throws NodeError NODE_RPC_ERROR when the node can't run it
   */
  askContract(to: Uint8Array, data: Uint8Array, options?: CallOptions): Promise<Uint8Array | undefined>;
}

interface CallOptions {
  signal?: AbortSignal | undefined;
}

/**
 * A client of the EVM chain at `url`; asks nothing yet and holds nothing that must be closed.
 * @throws ConfigError CONFIG_INVALID when it is no http URL
 */
export function openEvm(url: string, options: NodeOptions = {}): EvmClient {
  const send = openBatches(url, options);
  const sendTogether = gather(send);
  const { origin } = parseUrl(url);
  const one = async (method: string, params: unknown[], call: CallOptions = {}): Promise<unknown> => {
    const [answer] = await send([{ method, params }], call);
    return resultOf(answer, method);
  };
  let blockReceipts = true;
  return {
    origin,
    getEvmChainId: async (call) => Number(await one("eth_chainId", [], call)),
    getHead: async (call) => readHeight(await one("eth_blockNumber", [], call)),
    async getBlocks(start, count, call = {}) {
      const asked = Array.from({ length: count }, (_, i) => ({
        method: ethGetBlockByNumber.name,
        params: [toQuantity(start + i), true],
      }));
      const answers = await send(asked, call);
      const blocks = answers.map((answer) => resultOf(answer, ethGetBlockByNumber.name));
      const end = blocks.indexOf(null);
      return blocks.slice(0, end < 0 ? count : end).map(readBlockAnswer);
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
    async getBalance(account, height, call) {
      const at = height === undefined ? "latest" : toQuantity(height);
      const balance = await one("eth_getBalance", [toHex(account), at], call);
      if (typeof balance === "string" && /^0x[0-9a-f]{1,64}$/i.test(balance)) return BigInt(balance);
      throw new NodeError(
        "NODE_BAD_ANSWER",
        `eth_getBalance was answered ${JSON.stringify(balance)?.slice(0, 50)}`,
      );
    },
    async callContract(to, data, call = {}) {
      const at = call.height === undefined ? "latest" : toQuantity(call.height);
      const params = [{ to: toHex(to), data: toHex(data) }, at];
      const answer = await sendTogether({ method: "eth_call", params }, call);
      if (answer?.error != null) return undefined;
      return readReturned(answer?.result);
    },
    async askContract(to, data, call = {}) {
      const params = [{ to: toHex(to), data: toHex(data) }, "latest"];
      // Alone: one answer that is too long must not fail others.
      const [answer] = await send([{ method: "eth_call", params }], call);
      if (answer?.error != null && isContractFailure(answer.error)) return undefined;
      return readReturned(resultOf(answer, "eth_call"));
    },
  };
}

/** What geth calls a revert that says why. */
const REVERTED = 3;
/** geth's words for what its machine stops at. @source go-ethereum core/vm/errors.go */
const STOPPED =
  /revert|out of gas|call depth|insufficient balance|invalid jump|write protection|out of bounds|overflow|stack|opcode/;

/** Whether it was the contract that failed, and not the node. */
function isContractFailure({ code, message }: NonNullable<Answer["error"]>): boolean {
  return code === REVERTED || STOPPED.test(String(message));
}

function readReturned(result: unknown): Uint8Array | undefined {
  return typeof result === "string" && /^0x(?:[0-9a-f]{2})*$/i.test(result)
    ? new Uint8Array(Buffer.from(result.slice(2), "hex"))
    : undefined;
}

/** What geth calls a method that it does not have. */
const NO_SUCH_METHOD = -32601;

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
  if (answers.some(({ error }) => error?.code === NO_SUCH_METHOD)) return "no such method";
  return answers.map((answer) => {
    const result = resultOf(answer, name);
    return result == null ? undefined : listOf(result, name).map(readReceiptAnswer);
  });
}

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
): Promise<EvmCall[][] | undefined> {
  const { name } = debugTraceBlockByNumber;
  const answers = await send(
    blocks.map(({ height }) => ({ method: name, params: [toQuantity(height), { tracer: "callTracer" }] })),
    call,
  );
  if (answers.some(({ error }) => error?.code === NO_SUCH_METHOD)) return undefined;
  return answers.map((answer) =>
    listOf(resultOf(answer, name), name).map((trace) =>
      readCallAnswer((trace as { result?: unknown } | null)?.result),
    ),
  );
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
  throw new NodeError("NODE_BAD_ANSWER", `${method} was answered with no list`);
}

function readHeight(value: unknown): number {
  const height = typeof value === "string" ? Number(value) : Number.NaN;
  if (Number.isSafeInteger(height)) return height;
  throw new NodeError(
    "NODE_BAD_ANSWER",
    `eth_blockNumber was answered ${JSON.stringify(value)?.slice(0, 50)}`,
  );
}

function toQuantity(value: number): string {
  return `0x${value.toString(16)}`;
}
