import type { z } from "zod";
import { formatId, PRIMARY_NETWORK_ID, parseId } from "../../avalanche/ids";
import type { NodeClient } from "../../client/node";
import { publicUrl } from "../../client/node-call";
import { rpcMessageOf } from "../../client/rpc";
import { getBlockchains } from "../../contract/node/platform-subnets";
import type { RosterProblem } from "../../store/bookkeeping/evm-roster";
import { EVM_VM_ID, type EvmChainConfig } from "./start";

/** An EVM chain that may be indexed, as far as it is known before it is asked itself. */
export interface Candidate {
  /** As in the roster. */
  key: string;
  chain: EvmChainConfig;
  /** Whether somebody counts on it, so that its silence must be said: it was named, or was there before. */
  expected: boolean;
  /** Why there is no use in asking it. */
  problem?: Problem;
}

export type Problem = Omit<RosterProblem, "at">;

export interface Search {
  node: NodeClient;
  /** Of the same node, with credentials. */
  nodeUrl: string;
  /** RPC URLs and blockchain ids; when there are none, every chain that the node tracks is a candidate. */
  named: readonly string[];
  /** Candidates that were there before by their keys, and whether each answers, so that it need not be looked for. */
  known: ReadonlyMap<string, { answers: boolean }>;
  signal: AbortSignal;
}

type Blockchain = z.output<typeof getBlockchains.result>["blockchains"][number];

/** The chain that every node has; it comes first. */
const C_CHAIN = "C";

/**
 * The C-Chain, and those named, or else those the node tracks: in the order they were named or created.
 * @throws NodeError when the node is away; those that need it can't be told then
 */
export async function findCandidates(search: Search): Promise<Candidate[]> {
  const { node, nodeUrl, named, signal } = search;
  const { blockchains } = await node.call("/ext/bc/P", getBlockchains, {}, { signal });
  const others = blockchains.filter(({ subnetID }) => subnetID !== PRIMARY);
  const c = cChain(nodeUrl);
  if (named.length === 0) return [c, ...(await findTracked(others, search))];
  const all = [c, ...named.map((name) => nameCandidate(name, nodeUrl, blockchains))];
  return all.filter(({ key }, i) => all.findIndex((each) => each.key === key) === i);
}

/** What can be told without the node: the C-Chain, and those named, or else those that were there before, by their ids. */
export function guessCandidates({
  nodeUrl,
  named,
  known,
}: Pick<Search, "nodeUrl" | "named"> & { known: readonly string[] }): Candidate[] {
  const names = named.length === 0 ? known : named;
  return [cChain(nodeUrl), ...names.map((name) => nameCandidate(name, nodeUrl, undefined))];
}

const PRIMARY = formatId(PRIMARY_NETWORK_ID);
const C_VM = formatId(EVM_VM_ID);
/** Chains asked about at the same time: a public network has thousands. */
const AT_ONCE = 8;

function cChain(nodeUrl: string): Candidate {
  const facts = { name: "C-Chain", tokenName: "Avalanche", tokenSymbol: "AVAX" };
  return {
    key: C_CHAIN,
    chain: { rpcUrl: rpcUrlOf(nodeUrl, C_CHAIN), indexUrl: nodeUrl, facts },
    expected: true,
  };
}

/** @param blockchains undefined while the node does not say which there are */
function nameCandidate(
  name: string,
  nodeUrl: string,
  blockchains: readonly Blockchain[] | undefined,
): Candidate {
  if (name.includes("://")) {
    const id = /\/ext\/bc\/([^/]+)\/rpc$/.exec(new URL(name).pathname)?.[1];
    const found = blockchains?.find((each) => each.id === id);
    return {
      key: publicUrl(name),
      chain: { rpcUrl: name, facts: found ? factsOf(found) : {} },
      expected: true,
    };
  }
  const chain = { rpcUrl: rpcUrlOf(nodeUrl, name), facts: { blockchainId: name } };
  const unasked = { key: name, chain, expected: true };
  if (!isId(name)) return { ...unasked, problem: absent(`${name} is no blockchain id`) };
  if (blockchains === undefined) return unasked;
  const found = blockchains.find(({ id }) => id === name);
  if (found === undefined) return { ...unasked, problem: absent(`there is no blockchain ${name}`) };
  if (found.subnetID !== PRIMARY) return { ...candidateOf(found, nodeUrl), expected: true };
  return found.vmID === C_VM
    ? cChain(nodeUrl)
    : { ...unasked, problem: absent(`${found.name} (${name}) is no EVM chain`) };
}

function absent(message: string): Problem {
  const hint = "set FIRN_EVM_CHAINS to ids that platform.getBlockchains lists, or to RPC URLs";
  return { code: "CONFIG_INVALID", message, hint, passes: false };
}

function candidateOf(blockchain: Blockchain, nodeUrl: string): Omit<Candidate, "expected"> {
  const { id } = blockchain;
  return { key: id, chain: { rpcUrl: rpcUrlOf(nodeUrl, id), facts: factsOf(blockchain) } };
}

function factsOf({ id, name, subnetID, vmID }: Blockchain): EvmChainConfig["facts"] {
  return { blockchainId: id, subnetId: subnetID, vmId: vmID, name };
}

/** Of these blockchains those that the node runs, and those that it ran before. */
async function findTracked(
  blockchains: readonly Blockchain[],
  { node, nodeUrl, known, signal }: Search,
): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (let from = 0; from < blockchains.length; from += AT_ONCE) {
    const asked = blockchains.slice(from, from + AT_ONCE).map(async (blockchain) => {
      const before = known.get(blockchain.id);
      const candidate = { ...candidateOf(blockchain, nodeUrl), expected: before !== undefined };
      if (before?.answers || (await isRunning(node, blockchain.id, signal))) return [candidate];
      return before === undefined ? [] : [{ ...candidate, problem: untracked(blockchain) }];
    });
    found.push(...(await Promise.all(asked)).flat());
  }
  return found;
}

function untracked({ name, subnetID }: Blockchain): Problem {
  return {
    code: "NODE_BAD_ANSWER",
    message: `the node does not run ${name} now`,
    hint: `start it with --track-subnets=${subnetID}, or wait until it is done bootstrapping`,
    passes: true,
  };
}

/** Whether a chain answers requests here: a node knows of none that it does not track. */
async function isRunning(node: NodeClient, id: string, signal: AbortSignal): Promise<boolean> {
  try {
    return await node.isBootstrapped(id, { signal });
  } catch (error) {
    if (rpcMessageOf(error) === undefined) throw error;
    return false;
  }
}

function rpcUrlOf(nodeUrl: string, chain: string): string {
  const url = new URL(nodeUrl);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/ext/bc/${chain}/rpc`;
  return url.href;
}

function isId(text: string): boolean {
  try {
    parseId(text);
    return true;
  } catch {
    return false;
  }
}
