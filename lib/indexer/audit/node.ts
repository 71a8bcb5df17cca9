import { hrpOfNetwork, PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import type { NodeClient } from "../../client/node";
import { getHeight as getXHeight } from "../../contract/node/avm";
import { ethBlockNumber } from "../../contract/node/evm";
import { getHeight as getPHeight } from "../../contract/node/platform";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import { type NetworkFacts, readNetwork } from "../../store/bookkeeping/network";
import type { PrimaryDb } from "../../store/db";
import { snapshot } from "../../store/db";
import { listSubnetIds } from "../../store/queries/current-validators";
import { readHead } from "../../store/queries/head";
import { listAddresses, listLiveUtxos } from "../../store/queries/live-utxo";
import type { Stores } from "../../store/stores";
import { askFacts } from "../node-facts";
import type { Progress } from "../rebuild/rebuild-rows";
import {
  type AskOptions,
  askAtomicMemory,
  askPBalance,
  askStake,
  askXBalances,
  type Found,
  type Question,
} from "./balances";
import { type CheckResult, DifferenceCounter, leftOut } from "./check-result";
import { describeLacks, type Lacks, readLacks, WITHOUT_LEDGER } from "./lacks";
import { askSupply, askValidators, type SubnetOptions } from "./subnets";

type Chain = "P" | "X" | "C";

export interface NodeAuditOptions {
  /** An indexer may be writing them. */
  stores: Stores;
  node: NodeClient;
  /** Unix ms. */
  now: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/**
 * Questions to the node about every address, and the chains that must be at the store's height for them. `ofLedger`:
 * nothing can be compared without the ledger.
 */
const ADDRESS_CHECKS: { check: string; chains: readonly Chain[]; question: Question; ofLedger?: boolean }[] =
  [
    { check: "balances on P", chains: ["P"], question: askPBalance },
    { check: "stakes", chains: ["P"], question: askStake, ofLedger: true },
    { check: "balances on X", chains: ["X"], question: askXBalances },
    { check: "atomic memory", chains: ["P", "X", "C"], question: askAtomicMemory },
  ];
/** Addresses per round; their requests run side by side. */
const ADDRESSES_AT_ONCE = 8;
const SUBNETS_PER_PAGE = 100;
/** How often to wait for the node and the store to be at the same height, and the pause in between. */
const TRIES = 10;
const PAUSE_MS = 500;

/**
 * Compares the store's data of every address and subnet with the node's answers, while both are at the same heights
 * before and after. What could not be compared that way is reported as not checked.
 * @throws NodeError when the node can't be asked
 */
export async function auditNode(options: NodeAuditOptions): Promise<CheckResult[]> {
  const store = await options.stores.open("primary", { mode: "read" });
  try {
    const facts = await readNetwork(store.db);
    const sameNetwork = await auditNetwork(facts.networkId ?? "none", options);
    if (sameNetwork.differing > 0) return [sameNetwork];
    // Ids of chains and of AVAX come from the node: the store's may be damaged.
    const { network, reported } = await askFacts(options.node, options.signal);
    const lacks = await readLacks(store.db, facts);
    const audit = {
      ...options,
      lacks,
      db: store.db,
      network,
      hrp: hrpOfNetwork(Number(facts.networkId)),
      tries: { left: TRIES },
    };
    const results = [sameNetwork, auditNetworkFacts(facts, reported), ...describeLacks(lacks)];
    const isLeftOut = ({ ofLedger = false }: { ofLedger?: boolean }) => ofLedger && !lacks.hasLedger;
    for (const one of ADDRESS_CHECKS)
      results.push(isLeftOut(one) ? leftOut(one.check, WITHOUT_LEDGER) : await auditAddresses(one, audit));
    for (const one of SUBNET_CHECKS)
      results.push(isLeftOut(one) ? leftOut(one.check, WITHOUT_LEDGER) : await auditSubnets(one, audit));
    return results;
  } finally {
    await store.close();
  }
}

interface SubnetCheck {
  check: string;
  question: (db: PrimaryDb, id: Uint8Array, options: SubnetOptions) => Promise<Found>;
  ofLedger?: boolean;
}

const SUBNET_CHECKS: SubnetCheck[] = [
  { check: "validators", question: askValidators },
  { check: "supply", question: askSupply, ofLedger: true },
];

interface Audit extends NodeAuditOptions {
  db: PrimaryDb;
  lacks: Lacks;
  network: AskOptions["network"];
  hrp: string;
  /**
   * Tries left for the next question: one after a question that failed, so that a node at another height ends the audit
   * soon.
   */
  tries: { left: number };
}

async function auditNetwork(stored: string, { node, signal }: NodeAuditOptions): Promise<CheckResult> {
  const counter = new DifferenceCounter();
  const theirs = String(await node.getNetworkId({ signal }));
  if (theirs !== stored) counter.add(`networkId: stored ${stored}, node ${theirs}`);
  return counter.result("network", `network ${stored}`);
}

/** Compares the facts that every node of this network reports alike. */
function auditNetworkFacts(facts: NetworkFacts, reported: NetworkFacts): CheckResult {
  const counter = new DifferenceCounter();
  const keys = ["xChainId", "cChainId", "avaxAssetId", "upgrades"] as const;
  for (const key of keys)
    if (facts[key] !== reported[key])
      counter.add(`network ${key}: stored ${facts[key]}, node ${reported[key]}`);
  return counter.result("facts at node", `${keys.length} facts`);
}

async function auditAddresses(
  { check, chains, question }: (typeof ADDRESS_CHECKS)[number],
  audit: Audit,
): Promise<CheckResult> {
  const count = new Count(check, "addresses", "UTXOs");
  for (let after = 0; !audit.signal.aborted; ) {
    const page = await listAddresses(audit.db, { after, limit: ADDRESSES_AT_ONCE });
    const last = page.at(-1);
    if (!last) break;
    after = last.id;
    const found = await whileLevel(chains, audit, async (snapshot) => {
      const { time } = (await readHead(snapshot)) ?? { time: 0 };
      const instants = [BigInt(Math.floor(audit.now() / 1000)), BigInt(time)];
      const holdings = [];
      for (const { bytes } of page)
        holdings.push({ address: bytes, utxos: await listLiveUtxos(snapshot, bytes) });
      const answers = holdings.map((holding) => question(holding, { ...audit, db: snapshot, instants }));
      return merged(await Promise.all(answers));
    });
    count.add(page.length, found);
    audit.onProgress({ stream: check, ...count.progress });
  }
  return count.result();
}

async function auditSubnets({ check, question }: SubnetCheck, audit: Audit): Promise<CheckResult> {
  const count = new Count(check, "subnets", "entries");
  const ask = async (subnetId: Uint8Array) => {
    const found = await whileLevel(["P"], audit, async (snapshot) => {
      const head = await readHead(snapshot);
      return head ? question(snapshot, subnetId, { ...audit, head }) : { differences: [] };
    });
    count.add(1, found);
    audit.onProgress({ stream: check, ...count.progress });
  };
  await ask(PRIMARY_NETWORK_ID);
  for (let after = -1; !audit.signal.aborted; ) {
    const page = await listSubnetIds(audit.db, { after, limit: SUBNETS_PER_PAGE });
    const last = page.at(-1);
    if (!last) break;
    after = last.position;
    for (const { subnet_id } of page) await ask(subnet_id);
  }
  return count.result();
}

function merged(found: readonly Found[]): Found {
  return {
    differences: found.flatMap(({ differences }) => differences),
    explained: found.reduce((sum, { explained = 0 }) => sum + explained, 0),
  };
}

/** Counts what was checked, what was not, and the differences. */
class Count {
  readonly #check: string;
  readonly #of: string;
  readonly #counter = new DifferenceCounter();
  readonly #explainedOf: string;
  #checked = 0;
  #notChecked = 0;
  #explained = 0;

  /** @param explainedOf what the missing part of the history may explain, as a plural */
  constructor(check: string, of: string, explainedOf: string) {
    this.#check = check;
    this.#of = of;
    this.#explainedOf = explainedOf;
  }

  get progress() {
    return { done: this.#checked, total: this.#checked + this.#notChecked };
  }

  add(howMany: number, found: Found | undefined): void {
    if (found === undefined) this.#notChecked += howMany;
    else this.#checked += howMany;
    for (const difference of found?.differences ?? []) this.#counter.add(difference);
    this.#explained += found?.explained ?? 0;
  }

  result(): CheckResult {
    const compared = `${this.#checked} ${this.#of}`;
    const remarks = this.#explained > 0 && {
      leftOut: `${this.#explained} ${this.#explainedOf} that the missing part of the history explains`,
    };
    if (this.#notChecked === 0) return this.#counter.result(this.#check, compared, { ...remarks });
    const why = "the node was never at the store's height";
    return this.#counter.result(this.#check, compared, {
      ...remarks,
      notChecked: `${this.#notChecked} ${this.#of}: ${why}`,
      nothing: this.#checked === 0,
    });
  }
}

/** Runs `ask` while the node's chains are at the heights of a snapshot of the store; undefined when they never are. */
async function whileLevel(
  chains: readonly Chain[],
  audit: Audit,
  ask: (snapshot: PrimaryDb) => Promise<Found>,
): Promise<Found | undefined> {
  const { db, sleep, signal, tries } = audit;
  for (let left = tries.left; left > 0 && !signal.aborted; left--) {
    const found = await snapshot(db, async (snapshot) => {
      if (!(await isLevel(chains, snapshot, audit))) return undefined;
      const answer = await ask(snapshot);
      return (await isLevel(chains, snapshot, audit)) ? answer : undefined;
    });
    tries.left = found ? TRIES : 1;
    if (found) return found;
    if (left > 1) await sleep(PAUSE_MS, signal);
  }
  return undefined;
}

async function isLevel(
  chains: readonly Chain[],
  snapshot: PrimaryDb,
  { node, signal }: Audit,
): Promise<boolean> {
  for (const chain of chains) {
    const stored = BigInt((await readCheckpoint(snapshot, `${chain}/block`))?.height ?? 0);
    if ((await heightOf(node, chain, signal)) !== stored) return false;
  }
  return true;
}

/** Height of the chain's own state: the node's index may briefly be ahead of it. */
async function heightOf(node: NodeClient, chain: Chain, signal: AbortSignal): Promise<bigint> {
  if (chain === "P") return (await node.call("/ext/bc/P", getPHeight, {}, { signal })).height;
  if (chain === "X") return (await node.call("/ext/bc/X", getXHeight, {}, { signal })).height;
  return node.call("/ext/bc/C/rpc", ethBlockNumber, [], { signal });
}
