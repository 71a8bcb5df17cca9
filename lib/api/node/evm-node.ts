import type { z } from "zod";
import { toHex } from "../../avalanche/codec/bytes";
import { ZERO_ADDRESS } from "../../avalanche/evm-address";
import { type EvmClient, lacksState, openEvm } from "../../client/evm";
import { type ContractReader, openContractReader } from "../../client/evm-contract";
import { askEvmTx, type EvmPendingTx, type EvmTxAnswer } from "../../client/evm-pending";
import { askStateDiff, askTrace } from "../../client/evm-trace";
import { isLimit } from "../../client/limits";
import { addCredentials, type NodeOptions, openCaller } from "../../client/node-call";
import { Pace } from "../../client/pace";
import { rpcMessageOf } from "../../client/rpc";
import type { StateDiff, TracedCall } from "../../contract/node/evm";
import type { Method } from "../../contract/rpc";
import { NodeError } from "../../errors";
import { Lru } from "../../lru";
import type { EvmFacts } from "../../store/bookkeeping/evm-facts";

/** State of an EVM chain's node. */
export interface EvmNodeLook {
  /** It answers, and serves this chain. */
  answers: boolean;
  /** It has the state of old blocks; absent when unknown. */
  archive?: boolean;
}

/** The nodes that EVM chains are indexed from, for what only they know. */
export interface EvmNodes {
  /** @throws NodeError NODE_UNREACHABLE when no node of the chain is known */
  client(facts: EvmFacts): EvmClient;
  /** Code, storage and calls of contracts. @throws NodeError NODE_UNREACHABLE when no node of the chain is known */
  contracts(facts: EvmFacts): ContractReader;
  /** The call tree of a transaction; undefined when the node has no debug API. @throws NodeError */
  trace(facts: EvmFacts, txHash: Uint8Array): Promise<TracedCall | undefined>;
  /** What a transaction changed in accounts; undefined when the node has no debug API. @throws NodeError */
  stateDiff(facts: EvmFacts, txHash: Uint8Array): Promise<StateDiff | undefined>;
  /**
   * A transaction in a block or in the mempool, or one that was seen in the mempool and is gone; undefined when the node
   * does not know it. @throws NodeError
   */
  askTx(facts: EvmFacts, txHash: Uint8Array): Promise<EvmTxOfNode | undefined>;
  /** Any method of the chain's node. @throws NodeError as `callRpc` */
  call<Params extends z.ZodType, Result extends z.ZodType>(
    facts: EvmFacts,
    method: Method<Params, Result>,
    params: z.input<Params>,
  ): Promise<z.output<Result>>;
  /** Cached for 10 s; never fails. */
  look(facts: EvmFacts): Promise<EvmNodeLook>;
}

/** Nodes forget at once what was replaced, so what was seen in a mempool is remembered here. */
export type EvmTxOfNode = EvmTxAnswer | (EvmPendingTx & { isGone: true });

/** How many transactions of mempools are remembered: those that were asked for last. */
const MOST_SEEN = 10_000;

const FRESH_MS = 10_000;
/** A page may wait this long. */
const LOOK_TIMEOUT_MS = 1_500;
const ANSWER_TIMEOUT_MS = 5_000;

/** `urls` are the operator's URLs of nodes and chains, with credentials. Stores have no credentials. */
export function openEvmNodes(urls: readonly string[], nowMs: () => number): EvmNodes {
  const urlOf = ({ rpcUrl }: EvmFacts) => (rpcUrl === undefined ? undefined : addCredentials(rpcUrl, urls));
  const looks = new Map<string, { askedAtMs: number; answer: Promise<EvmNodeLook> }>();
  const paces = new Map<string, Pace>();
  const seen = new Lru<string, EvmPendingTx>(MOST_SEEN);
  const requireUrl = (facts: EvmFacts): string => {
    const url = urlOf(facts);
    if (url !== undefined) return url;
    throw new NodeError("NODE_UNREACHABLE", `no node of chain ${facts.evmChainId} is known`, {
      hint: "run `firn index` once: it learns the chain's node",
    });
  };
  /** All who ask a node share its pace, and nobody waits longer for its limits than for an answer. */
  const limitsOf = (url: string, timeoutMs: number): NodeOptions => {
    const pace = paces.get(url) ?? new Pace();
    paces.set(url, pace);
    return { timeoutMs, patienceMs: timeoutMs, pace };
  };
  return {
    client: (facts) => openEvm(requireUrl(facts), limitsOf(requireUrl(facts), ANSWER_TIMEOUT_MS)),
    contracts: (facts) =>
      openContractReader(requireUrl(facts), limitsOf(requireUrl(facts), ANSWER_TIMEOUT_MS)),
    trace: async (facts, txHash) =>
      askTrace(requireUrl(facts), txHash, limitsOf(requireUrl(facts), ANSWER_TIMEOUT_MS)),
    stateDiff: async (facts, txHash) =>
      askStateDiff(requireUrl(facts), txHash, limitsOf(requireUrl(facts), ANSWER_TIMEOUT_MS)),
    async askTx(facts, txHash) {
      const url = requireUrl(facts);
      const key = `${facts.evmChainId} ${toHex(txHash)}`;
      const found = await askEvmTx(url, txHash, limitsOf(url, LOOK_TIMEOUT_MS));
      if (found !== undefined && found.height === undefined) seen.set(key, found);
      const before = found === undefined ? seen.get(key) : undefined;
      return before === undefined ? found : { ...before, isGone: true };
    },
    call: async (facts, method, params) =>
      openCaller(requireUrl(facts), limitsOf(requireUrl(facts), ANSWER_TIMEOUT_MS))("", method, params),
    async look(facts) {
      const url = urlOf(facts);
      if (url === undefined) return { answers: false };
      const key = `${facts.evmChainId} ${url}`;
      const last = looks.get(key);
      if (last && Math.abs(nowMs() - last.askedAtMs) <= FRESH_MS) return last.answer;
      const answer = lookAt(openEvm(url, limitsOf(url, LOOK_TIMEOUT_MS)), facts);
      looks.set(key, { askedAtMs: nowMs(), answer });
      return answer;
    },
  };
}

async function lookAt(client: EvmClient, { evmChainId }: EvmFacts): Promise<EvmNodeLook> {
  try {
    if (String(await client.getEvmChainId()) !== evmChainId) return { answers: false };
    if ((await client.getHead()) < 1) return { answers: true };
    const archive = await hasOldState(client);
    return { answers: true, ...(archive === undefined ? {} : { archive }) };
  } catch (error) {
    if (isLimit(error)) return { answers: true };
    if (error instanceof NodeError) return { answers: false };
    throw error;
  }
}

/** Undefined when the node does not say, as when it limits calls. */
async function hasOldState(client: EvmClient): Promise<boolean | undefined> {
  try {
    await client.getBalance(ZERO_ADDRESS, 1);
    return true;
  } catch (error) {
    if (isLimit(error)) return undefined;
    if (rpcMessageOf(error) === undefined) throw error;
    return lacksState(error) ? false : undefined;
  }
}
