import { equalBytes, fromHex } from "../avalanche/bytes";
import type { GenesisConfig } from "../avalanche/genesis-config";
import { type NetworkRules, rulesOfNetwork, type Upgrades } from "../avalanche/ledger/rules";
import { ConfigError } from "../errors";
import type { NetworkFacts } from "../store/network";
import { genesisWithBlock } from "./find-genesis";
import type { NetworkIds } from "./projection";

/** What rows depend on besides the containers. */
export interface KnownNetwork {
  network: NetworkIds;
  rules: NetworkRules;
  genesisFor: (blockId: Uint8Array) => Uint8Array | undefined;
}

/**
 * A store's network as its indexer met it, for whoever has no node to ask. `genesis` is for a store that began without.
 * @throws ConfigError CONFIG_INVALID when the store doesn't say enough: it is empty, or an older Firn wrote it
 */
export function knownNetwork(
  facts: NetworkFacts,
  { genesis, nowMs }: { genesis?: GenesisConfig | undefined; nowMs: number },
): KnownNetwork {
  const networkId = Number(required(facts, "networkId"));
  const id = (key: "xChainId" | "cChainId" | "avaxAssetId") => fromHex(required(facts, key));
  const { genesis: stored, genesisBlockId } = facts;
  return {
    network: { xChainId: id("xChainId"), cChainId: id("cChainId"), avaxAssetId: id("avaxAssetId") },
    rules: rulesOfNetwork(networkId, readTimes(required(facts, "upgrades"))),
    genesisFor: (blockId) =>
      stored !== undefined && genesisBlockId !== undefined && equalBytes(fromHex(genesisBlockId), blockId)
        ? fromHex(stored)
        : genesisWithBlock(genesis, blockId, { networkId, nowMs }),
  };
}

/** Upgrade times as text: JSON, unix seconds as decimal strings by name. */
export function writeTimes(upgrades: Upgrades): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(upgrades).map(([name, time]) => [name, String(time)])),
  );
}

function readTimes(text: string): Partial<Upgrades> {
  const times = Object.entries(JSON.parse(text) as Record<string, string>);
  return Object.fromEntries(times.map(([name, time]) => [name, BigInt(time)]));
}

function required(facts: NetworkFacts, key: keyof NetworkFacts): string {
  const value = facts[key];
  if (value !== undefined) return value;
  throw new ConfigError("CONFIG_INVALID", `the store does not know its network's ${key}`, {
    hint: "let the indexer (`firn index`) meet the node once: it writes what is missing",
  });
}
