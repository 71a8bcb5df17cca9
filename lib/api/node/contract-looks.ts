import { toHex } from "../../avalanche/codec/bytes";
import {
  addressIn,
  FACETS_CALL,
  type Facet,
  IMPLEMENTATION_CALL,
  mayBeProxy,
  PROXY_SLOTS,
  type ProxyFacts,
  type ProxySlot,
  readFacets,
  readProxy,
} from "../../avalanche/evm/code/proxy";
import type { ContractReader } from "../../client/evm-contract";
import { NodeError } from "../../errors";
import { Lru } from "../../lru";
import type { SeenContract } from "../labels/labels";
import type { EvmSnapshot } from "../snapshot/evm";

/** A contract as its node has it now. */
export interface ContractLook extends SeenContract {
  proxy?: SeenProxy;
}

/** How a proxy finds its targets, and for which functions a diamond uses each: selectors, 0x hex. */
export interface SeenProxy extends Omit<ProxyFacts, "target"> {
  facets?: readonly Facet[];
}

/** What contracts are, as their nodes tell it. */
export interface ContractLooks {
  /**
   * Those of the addresses of which the node tells within a moment. Call it outside a snapshot, which must not wait for
   * a node. Never fails.
   */
  of(chain: ChainOfNode, addresses: readonly Uint8Array[]): Promise<ContractLook[]>;
}

type ChainOfNode = Pick<EvmSnapshot, "nodes" | "facts" | "evmChainId">;

/** Names on a page may be waited for this long. */
const TIMEOUT_MS = 1_500;
/** A node that did not answer is not asked again for this long. */
const PAUSE_MS = 15_000;
/** A proxy's target is as old as this at most. */
const KEEP_MS = 60_000;
/** Bytes of code that are kept. */
const MOST_BYTES = 32 * 1024 * 1024;

/** @param nowMs unix ms */
export function openContractLooks(nowMs: () => number): ContractLooks {
  const known = new Lru<string, { look: ContractLook; atMs: number }>(MOST_BYTES, ({ look }) =>
    weightOf(look),
  );
  const silent = new Map<string, number>();
  const isWithin = (atMs: number | undefined, ms: number) =>
    atMs !== undefined && Math.abs(nowMs() - atMs) < ms;
  return {
    async of({ nodes, facts, evmChainId }, addresses) {
      const wanted = new Map(addresses.map((address) => [`${evmChainId} ${toHex(address)}`, address]));
      const found: ContractLook[] = [];
      for (const key of [...wanted.keys()]) {
        const last = known.get(key);
        if (last === undefined || !isWithin(last.atMs, KEEP_MS)) continue;
        found.push(last.look);
        wanted.delete(key);
      }
      if (wanted.size === 0 || isWithin(silent.get(evmChainId), PAUSE_MS)) return found;
      try {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const looks = await lookAtContracts(nodes.contracts(facts), [...wanted.values()], { signal });
        for (const [at, key] of [...wanted.keys()].entries())
          known.set(key, { look: looks[at] as ContractLook, atMs: nowMs() });
        silent.delete(evmChainId);
        return [...found, ...looks];
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        silent.set(evmChainId, nowMs());
        return found;
      }
    },
  };
}

function weightOf({ code, targets = [] }: ContractLook): number {
  return 200 + targets.reduce((sum, target) => sum + target.code.length, code.length);
}

interface LookOptions {
  signal?: AbortSignal;
}

/** What the contracts at addresses are now, in their order; their code is empty if they are none. @throws NodeError */
export async function lookAtContracts(
  reader: ContractReader,
  addresses: readonly Uint8Array[],
  options: LookOptions = {},
): Promise<ContractLook[]> {
  const codes = await reader.getCodes(addresses, options);
  const looks = addresses.map((address, at) => ({ address, code: codes[at] as Uint8Array }));
  const proxies = await findProxies(reader, looks, options);
  const targets = [...new Map(proxies.flatMap(targetsOf).map((target) => [toHex(target), target])).values()];
  const targetCodes = await reader.getCodes(targets, options);
  const codeOf = new Map(targets.map((target, at) => [toHex(target), targetCodes[at] as Uint8Array]));
  return looks.map((look, at) => {
    const proxy = proxies[at];
    if (proxy === undefined) return look;
    const { target: _, ...seen } = proxy;
    const own = targetsOf(proxy).map((address) => ({
      address,
      code: codeOf.get(toHex(address)) as Uint8Array,
    }));
    return { ...look, proxy: seen, targets: own };
  });
}

type FoundProxy = ProxyFacts & { facets?: readonly Facet[] };

function targetsOf(proxy: FoundProxy | undefined): Uint8Array[] {
  if (proxy?.facets !== undefined) return proxy.facets.map(({ address }) => address);
  return proxy?.target === undefined ? [] : [proxy.target];
}

const SLOTS = Object.keys(PROXY_SLOTS) as ProxySlot[];

async function findProxies(
  reader: ContractReader,
  looks: readonly ContractLook[],
  options: LookOptions,
): Promise<(FoundProxy | undefined)[]> {
  const proxies = looks.map(({ code }): FoundProxy | undefined => readProxy(code, () => new Uint8Array(32)));
  const candidates = [...looks.keys()].filter((at) => mayBeProxy(looks[at]?.code as Uint8Array));
  const addressOf = (at: number) => looks[at]?.address as Uint8Array;
  const words = await reader.getWords(
    candidates.flatMap((at) => SLOTS.map((slot) => ({ account: addressOf(at), slot: PROXY_SLOTS[slot] }))),
    options,
  );
  for (const [n, at] of candidates.entries()) {
    const wordOf = (slot: ProxySlot) => words[n * SLOTS.length + SLOTS.indexOf(slot)] as Uint8Array;
    proxies[at] = readProxy(looks[at]?.code as Uint8Array, wordOf);
  }
  // What only calls tell: a beacon's target, and whether what is left is a diamond.
  const asked = candidates.filter((at) => proxies[at] === undefined || proxies[at]?.beacon !== undefined);
  const answers = await reader.callAll(
    asked.map((at) => {
      const { beacon } = proxies[at] ?? {};
      return beacon ? { to: beacon, data: IMPLEMENTATION_CALL } : { to: addressOf(at), data: FACETS_CALL };
    }),
    options,
  );
  for (const [n, at] of asked.entries()) {
    const proxy = proxies[at];
    const answer = answers[n];
    if (answer === undefined) continue;
    const target = addressIn(answer);
    const facets = proxy === undefined ? readFacets(answer) : undefined;
    if (proxy !== undefined && target !== undefined) proxies[at] = { ...proxy, target };
    if (facets !== undefined) proxies[at] = { kind: "diamond", facets };
  }
  return proxies;
}
