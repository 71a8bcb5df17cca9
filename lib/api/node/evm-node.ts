import { ZERO_ADDRESS } from "../../avalanche/evm-address";
import { type EvmClient, lacksState, openEvm } from "../../client/evm";
import { isLimit } from "../../client/evm-batches";
import { askTrace } from "../../client/evm-trace";
import { addCredentials } from "../../client/node";
import { rpcMessageOf } from "../../client/rpc";
import type { TracedCall } from "../../contract/node/evm";
import { NodeError } from "../../errors";
import type { EvmFacts } from "../../store/bookkeeping/evm-facts";

/** What an EVM chain's node says of itself. */
export interface EvmNodeLook {
  /** It serves this chain now. */
  answers: boolean;
  /** It has the state of old blocks; absent while that is not known. */
  archive?: boolean;
}

/** The nodes that EVM chains are indexed from, asked for what only they know. */
export interface EvmNodes {
  /** @throws NodeError NODE_UNREACHABLE while no node of the chain is known */
  client(facts: EvmFacts): EvmClient;
  /** The call tree of a transaction; undefined when the node has no debug API. @throws NodeError */
  trace(facts: EvmFacts, txHash: Uint8Array): Promise<TracedCall | undefined>;
  /** Asks at most every 10 s; never fails. */
  look(facts: EvmFacts): Promise<EvmNodeLook>;
}

const FRESH_MS = 10_000;
/** A page may wait for it. */
const LOOK_TIMEOUT_MS = 1_500;
const ANSWER_TIMEOUT_MS = 5_000;

/** `urls` are those that the operator gave, of nodes and of chains, with their credentials: stores hold none. */
export function openEvmNodes(urls: readonly string[], nowMs: () => number): EvmNodes {
  const urlOf = ({ rpcUrl }: EvmFacts) => (rpcUrl === undefined ? undefined : addCredentials(rpcUrl, urls));
  const looks = new Map<string, { askedAtMs: number; answer: Promise<EvmNodeLook> }>();
  const requireUrl = (facts: EvmFacts): string => {
    const url = urlOf(facts);
    if (url !== undefined) return url;
    throw new NodeError("NODE_UNREACHABLE", `no node of chain ${facts.evmChainId} is known`, {
      hint: "let the indexer (`firn index`) meet it once",
    });
  };
  return {
    client: (facts) => openEvm(requireUrl(facts), { timeoutMs: ANSWER_TIMEOUT_MS }),
    trace: async (facts, txHash) => askTrace(requireUrl(facts), txHash, { timeoutMs: ANSWER_TIMEOUT_MS }),
    async look(facts) {
      const url = urlOf(facts);
      if (url === undefined) return { answers: false };
      const key = `${facts.evmChainId} ${url}`;
      const last = looks.get(key);
      if (last && Math.abs(nowMs() - last.askedAtMs) <= FRESH_MS) return last.answer;
      const answer = lookAt(openEvm(url, { timeoutMs: LOOK_TIMEOUT_MS }), facts);
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
    if (error instanceof NodeError) return { answers: false };
    throw error;
  }
}

/** Undefined when the node does not say: it may limit calls. */
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
