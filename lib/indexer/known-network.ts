import { equalBytes, fromHex, toHex } from "../avalanche/codec/bytes";
import { genesisBlock } from "../avalanche/genesis/genesis";
import type { GenesisConfig } from "../avalanche/genesis/genesis-config";
import { formatId } from "../avalanche/ids";
import { type NetworkRules, rulesOfNetwork, type Upgrades } from "../avalanche/ledger/rules";
import { ConfigError } from "../errors";
import type { NetworkFacts } from "../store/bookkeeping/network";
import { type GenesisSearch, genesisWithBlock } from "./genesis/find-genesis";
import type { NetworkIds } from "./rows/projection";

/** Facts about the network that rows depend on, besides the containers. */
export interface KnownNetwork {
  network: NetworkIds;
  rules: NetworkRules;
  genesisFor: (blockId: Uint8Array) => Uint8Array | undefined;
  /** Genesis bytes known before any block: rows begin with them. */
  genesis?: Uint8Array | undefined;
}

/**
 * The network as stored, for work without a node. `genesis` is for a store that began without one.
 * @throws ConfigError CONFIG_INVALID when facts are missing: the store is empty, or an older Firn wrote it
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
        : givenGenesis(genesis, { blockId, networkId, nowMs }),
    genesis: storedGenesis(facts),
  };
}

/** The stored genesis, if the stored id is its block's. */
export function storedGenesis({ genesis, genesisBlockId }: NetworkFacts): Uint8Array | undefined {
  if (genesis === undefined || !/^0x([0-9a-f]{2})+$/.test(genesis)) return undefined;
  const bytes = fromHex(genesis);
  return toHex(genesisBlock(bytes).blockId) === genesisBlockId ? bytes : undefined;
}

/** @throws ConfigError CONFIG_INVALID when it is another network's */
function givenGenesis(genesis: GenesisConfig | undefined, search: GenesisSearch): Uint8Array | undefined {
  const bytes = genesisWithBlock(genesis, search);
  if (bytes || !genesis) return bytes;
  throw new ConfigError(
    "CONFIG_INVALID",
    `no genesis block of this configuration is ${formatId(search.blockId)}`,
    { hint: "set FIRN_GENESIS to the genesis file that this network's nodes were started with" },
  );
}

/** Upgrade times as text: JSON, unix seconds as decimal strings by name. */
export function writeTimes(upgrades: Upgrades): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(upgrades).map(([name, time]) => [name, String(time)])),
  );
}

/** The inverse of `writeTimes`. */
export function readTimes(text: string): Upgrades {
  const times = Object.entries(JSON.parse(text) as Record<string, string>);
  return Object.fromEntries(times.map(([name, time]) => [name, BigInt(time)])) as Upgrades;
}

function required(facts: NetworkFacts, key: keyof NetworkFacts): string {
  const value = facts[key];
  if (value !== undefined) return value;
  throw new ConfigError("CONFIG_INVALID", `the store lacks its network's ${key}`, {
    hint: "run `firn index` once: it asks the node and stores what is missing",
  });
}
