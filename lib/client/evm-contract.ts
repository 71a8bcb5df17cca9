import type { z } from "zod";
import { fromHex, toHex } from "../avalanche/codec/bytes";
import { ethCall, ethGetActiveRulesAt, ethGetChainConfig } from "../contract/node/evm";
import { NodeError } from "../errors";
import { openBatches } from "./evm-batches";
import { isContractFailure } from "./limits";
import { type NodeOptions, openCaller } from "./node-call";

/** Contracts of an EVM chain as its node has them after a block, by default the last one. All errors are NodeErrors. */
export interface ContractReader {
  /** Runtime code in the order of the accounts; empty for those without. */
  getCodes(accounts: readonly Uint8Array[], options?: ReadOptions): Promise<Uint8Array[]>;
  /** Words of storage, 32 bytes each, in the order of the places. `slot`: 0x hex. */
  getWords(
    places: readonly { account: Uint8Array; slot: string }[],
    options?: ReadOptions,
  ): Promise<Uint8Array[]>;
  /** What contracts return, in the order of the calls; undefined where one fails, or where the node does not run it. */
  callAll(
    calls: readonly { to: Uint8Array; data: Uint8Array }[],
    options?: ReadOptions,
  ): Promise<(Uint8Array | undefined)[]>;
  /** `eth_call` with at most `gas`. */
  call(
    call: { to: Uint8Array; data: Uint8Array; gas: number },
    options?: ReadOptions,
  ): Promise<{ returned: string } | FailedCall>;
  /** How the chain is configured, and which of its rules hold after the last block: of subnet-evm alone. */
  getRules(): Promise<{ config: Record<string, unknown>; active: ActiveRules }>;
}

export type ActiveRules = z.output<(typeof ethGetActiveRulesAt)["result"]>;

/** Why a call failed, in the node's words, with what it reverted with: 0x hex. */
export interface FailedCall {
  error: string;
  output: string;
}

interface ReadOptions {
  height?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** A contract may return this much: what is shown of it is far less. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Sends nothing yet. @throws ConfigError CONFIG_INVALID if `url` is not an http URL */
export function openContractReader(url: string, options: NodeOptions): ContractReader {
  const send = openBatches(url, { maxBytes: 32 * 1024 * 1024, ...options });
  const call = openCaller(url, { maxBytes: MOST_BYTES, ...options });
  const read = async (method: string, params: unknown[][], { height, signal }: ReadOptions = {}) => {
    const calls = params.map((each) => ({ method, params: [...each, tagOf(height)] }));
    return params.length === 0 ? [] : send(calls, { signal });
  };
  return {
    async getCodes(accounts, at) {
      const answers = await read(
        "eth_getCode",
        accounts.map((account) => [toHex(account)]),
        at,
      );
      return answers.map((answer) => bytesOf("eth_getCode", answer));
    },
    async getWords(places, at) {
      const answers = await read(
        "eth_getStorageAt",
        places.map(({ account, slot }) => [toHex(account), slot]),
        at,
      );
      return answers.map((answer) => wordOf(bytesOf("eth_getStorageAt", answer)));
    },
    async callAll(calls, at) {
      const asked = calls.map(({ to, data }) => [{ to: toHex(to), data: toHex(data) }]);
      const answers = await read("eth_call", asked, at);
      return answers.map((answer) => (answer.error == null ? bytesOf("eth_call", answer) : undefined));
    },
    async call({ to, data, gas }, { height, signal } = {}) {
      const asked = { to: toHex(to), data: toHex(data), gas: quantityOf(gas) };
      try {
        const returned = await call("", ethCall, [asked, tagOf(height) as "latest"], { signal });
        return { returned };
      } catch (error) {
        const {
          rpcCode: code,
          rpcMessage: message,
          rpcData,
        } = (error instanceof NodeError && error.details) || {};
        if (!isContractFailure({ code, message })) throw error;
        const output = typeof rpcData === "string" && HEX.test(rpcData) ? rpcData.toLowerCase() : "0x";
        return { error: String(message), output };
      }
    },
    async getRules() {
      const [config, active] = await Promise.all([
        call("", ethGetChainConfig, []),
        call("", ethGetActiveRulesAt, []),
      ]);
      return { config, active };
    },
  };
}

const HEX = /^0x(?:[0-9a-f]{2})*$/i;

function bytesOf(
  method: string,
  { result, error }: { result?: unknown; error?: { code: number; message: string } | null },
) {
  if (error != null)
    throw new NodeError("NODE_RPC_ERROR", `${method}: ${String(error.message).slice(0, 200)}`, {
      details: { rpcCode: error.code, rpcMessage: error.message },
    });
  if (typeof result === "string" && HEX.test(result)) return fromHex(result.toLowerCase());
  throw badAnswer(method);
}

/** Nodes of other makers leave leading zeros out. */
function wordOf(bytes: Uint8Array): Uint8Array {
  const word = new Uint8Array(32);
  word.set(bytes.subarray(-32), 32 - Math.min(32, bytes.length));
  return word;
}

function badAnswer(method: string): NodeError {
  return new NodeError("NODE_BAD_ANSWER", `${method} was answered in another form`);
}

function tagOf(height: number | undefined): string {
  return height === undefined ? "latest" : quantityOf(height);
}

function quantityOf(value: number): string {
  return `0x${value.toString(16)}`;
}
