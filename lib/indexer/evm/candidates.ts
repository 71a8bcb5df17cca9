import type { z } from "zod";
import { formatId, PRIMARY_NETWORK_ID, parseId } from "../../avalanche/ids";
import type { NodeClient } from "../../client/node";
import { publicUrl } from "../../client/node-call";
import { rpcMessageOf } from "../../client/rpc";
import { getBlockchains } from "../../contract/node/platform-subnets";
import type { RegistryProblem } from "../../store/bookkeeping/chain-registry";
import { EVM_VM_ID, type EvmChainConfig } from "./start";

/** An EVM chain that may be indexed, as known before the chain itself is asked. */
export interface Candidate {
  /** Its key in the list of EVM chains. */
  key: string;
  chain: EvmChainConfig;
  /** Named by the operator, or indexed before. If it does not answer, that is reported. */
  expected: boolean;
  /** Why it cannot be indexed. */
  problem?: Problem;
}

export type Problem = Omit<RegistryProblem, "at">;

export interface Search {
  node: NodeClient;
  /** The URL of the same node, with credentials. */
  nodeUrl: string;
  /** RPC URLs and blockchain ids. If empty, every chain that the node tracks is a candidate. */
  named: readonly string[];
  /** Earlier candidates by key. One that `answers` is not looked for again. */
  known: ReadonlyMap<string, { answers: boolean }>;
  signal: AbortSignal;
}

type Blockchain = z.output<typeof getBlockchains.result>["blockchains"][number];

/** The chain that every node has; it comes first. */
const C_CHAIN = "C";

/**
 * The C-Chain, then the named chains in the order given, or else the tracked ones in the order of creation.
 * @throws NodeError when the node is away and the others cannot be found without it
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

/** The candidates while the node is away: the C-Chain, then the named chains, or else the earlier ones by their ids. */
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
/** Chains asked at the same time. A public network has thousands. */
const AT_ONCE = 8;

function cChain(nodeUrl: string): Candidate {
  const facts = { name: "C-Chain", tokenName: "Avalanche", tokenSymbol: "AVAX" };
  return {
    key: C_CHAIN,
    chain: { rpcUrl: rpcUrlOf(nodeUrl, C_CHAIN), indexUrl: nodeUrl, facts },
    expected: true,
  };
}

/** @param blockchains undefined while the node has not listed them */
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
  const named = { key: name, chain, expected: true };
  if (!isId(name)) return { ...named, problem: notFound(`${name} is not a blockchain id`) };
  if (blockchains === undefined) return named;
  const found = blockchains.find(({ id }) => id === name);
  if (found === undefined) return { ...named, problem: notFound(`there is no blockchain ${name}`) };
  if (found.subnetID !== PRIMARY) return { ...candidateOf(found, nodeUrl), expected: true };
  return found.vmID === C_VM
    ? cChain(nodeUrl)
    : { ...named, problem: notFound(`${found.name} (${name}) is not an EVM chain`) };
}

function notFound(message: string): Problem {
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

/** Those of `blockchains` that the node runs now or ran before. */
async function findTracked(
  blockchains: readonly Blockchain[],
  { node, nodeUrl, known, signal }: Search,
): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (let from = 0; from < blockchains.length; from += AT_ONCE) {
    const searches = blockchains.slice(from, from + AT_ONCE).map(async (blockchain) => {
      const before = known.get(blockchain.id);
      const candidate = { ...candidateOf(blockchain, nodeUrl), expected: before !== undefined };
      if (before?.answers || (await isRunning(node, blockchain.id, signal))) return [candidate];
      return before === undefined ? [] : [{ ...candidate, problem: untracked(blockchain) }];
    });
    found.push(...(await Promise.all(searches)).flat());
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

/** Whether the chain answers requests here. A node does not know chains that it does not track. */
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
