import * as avm from "../contract/node/avm";
import { ethBlockNumber, ethGetBlockByNumber } from "../contract/node/evm";
import * as platform from "../contract/node/platform";
import { NodeError } from "../errors";
import { readCBlockAnswer } from "./c-block";
import { type Answer, openBatches } from "./evm-batches";
import { openKeepAlive } from "./keep-alive";
import { absent, NOT_FOUND, readHashed } from "./node-answer";
import { type Call, type CallOptions, type NodeOptions, openCaller } from "./node-call";
import type { Pace } from "./pace";

/** A chain of the Primary Network. */
export type PrimaryChain = "P" | "X" | "C";

/** A chain's own block, as the node keeps it: without proposervm's wrapper. */
export interface NodeBlock {
  /** 32 bytes. On C as reported by the node, not recomputed; P and X report none, so there it is the hash of the bytes. */
  blockId: Uint8Array;
  bytes: Uint8Array;
}

/** Blocks by height: a node has them whether it keeps an index or not. */
export interface BlockCalls {
  /** Height of the last accepted block; undefined while the X-Chain is not linear. */
  getHeight(chain: PrimaryChain, options?: CallOptions): Promise<number | undefined>;
  /** Blocks from height `start` on, at most `count`; fewer if the node lacks one, or limits requests. */
  getBlocks(chain: PrimaryChain, start: number, count: number, options?: CallOptions): Promise<NodeBlock[]>;
}

/** A node that limits requests is asked for no more blocks at once than it gives within this time. */
export const MOST_SECONDS = 5;
/** P and X answer with one block at a time: so many calls are under way at once. */
const AT_ONCE = 32;

/** @throws ConfigError CONFIG_INVALID if `url` is not an http URL */
export function blockCalls(call: Call, url: string, options: NodeOptions & { pace: Pace }): BlockCalls {
  const askBlock = openCaller(
    url,
    options,
    options.fetch ? undefined : openKeepAlive({ connections: AT_ONCE }),
  );
  const send = openBatches(cChainUrl(url), options);
  return {
    async getHeight(chain, callOptions = {}) {
      if (chain === "P") return Number((await call("/ext/bc/P", platform.getHeight, {}, callOptions)).height);
      if (chain === "X") {
        return call("/ext/bc/X", avm.getHeight, {}, callOptions)
          .then(({ height }) => Number(height))
          .catch((error) => absent(error, NOT_LINEAR, undefined));
      }
      const [answer] = await send([{ method: ethBlockNumber.name, params: [] }], callOptions);
      return readHeight(answer);
    },
    async getBlocks(chain, start, wanted, callOptions = {}) {
      const inBatches = chain === "C";
      const count = Math.min(wanted, options.pace.callsWithin(MOST_SECONDS, { inBatches }));
      if (chain === "C") {
        const calls = Array.from({ length: count }, (_, i) => ({
          method: ethGetBlockByNumber.name,
          params: [`0x${(start + i).toString(16)}`, true],
        }));
        const answers = await send(calls, callOptions);
        const found = answers.map(blockIn);
        const end = found.indexOf(undefined);
        return found.slice(0, end < 0 ? count : end).map(readCBlockAnswer);
      }
      const [path, method] =
        chain === "P"
          ? (["/ext/bc/P", platform.getBlockByHeight] as const)
          : (["/ext/bc/X", avm.getBlockByHeight] as const);
      return untilAbsent(count, async (i) => {
        const params = { height: start + i, encoding: "hex" };
        return askBlock(path, method, params, callOptions)
          .then(readHashed)
          .then(({ payload, hash }) => ({ blockId: hash, bytes: payload }))
          .catch((error) => absent(error, NO_BLOCK, undefined));
      });
    },
  };
}

/** AvalancheGo's message before linearisation. @source vms/avm/service.go */
const NOT_LINEAR = /not linearized/;
const NO_BLOCK = new RegExp(`${NOT_FOUND.source}|${NOT_LINEAR.source}`);
/** coreth's message for a block above the last accepted one. */
const UNFINALIZED = /cannot query unfinalized data/;

function cChainUrl(url: string): string {
  const at = new URL(url);
  at.pathname = `${at.pathname.replace(/\/$/, "")}/ext/bc/C/rpc`;
  return at.href;
}

/** Asks for items 0 to `count` - 1, several at once, and returns those before the first that is undefined. */
async function untilAbsent<T>(count: number, ask: (i: number) => Promise<T | undefined>): Promise<T[]> {
  const items: T[] = [];
  let next = 0;
  let end = count;
  const work = async () => {
    while (next < end) {
      const i = next++;
      const item = await ask(i).catch((error: unknown) => {
        end = 0;
        throw error;
      });
      if (item === undefined) end = Math.min(end, i);
      else items[i] = item;
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, work));
  return items.slice(0, end);
}

function blockIn(answer: Answer): unknown {
  if (answer.error == null) return answer.result ?? undefined;
  const message = String(answer.error.message);
  if (UNFINALIZED.test(message)) return undefined;
  throw new NodeError("NODE_RPC_ERROR", `${ethGetBlockByNumber.name}: ${message.slice(0, 200)}`, {
    details: { rpcCode: answer.error.code, rpcMessage: message },
  });
}

function readHeight(answer: Answer | undefined): number {
  const height = typeof answer?.result === "string" ? Number(answer.result) : Number.NaN;
  if (Number.isSafeInteger(height)) return height;
  throw new NodeError("NODE_BAD_ANSWER", `${ethBlockNumber.name} was answered without a height`);
}
