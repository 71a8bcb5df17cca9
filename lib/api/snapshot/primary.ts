import { fromHex } from "../../avalanche/codec/bytes";
import type { Network } from "../../contract/data/primary-network";
import { NodeError, StoreError } from "../../errors";
import { type NetworkFacts, readNetworkWithoutGenesis } from "../../store/bookkeeping/network";
import type { PrimaryDb } from "../../store/db";
import type { Gap } from "../../store/queries/gaps";
import type { Reading } from "../../store/reading";
import type { Stores } from "../../store/stores";
import { publicName, type ServedNetwork } from "../request/network";
import { openGapCache } from "./gaps";
import { type KnownGenesis, openGenesisCache } from "./known-genesis";

/** The primary store for the API: one snapshot per request, of whichever store exists then. */
export interface Primary {
  /**
   * Runs `work` on one snapshot, for a reading if somebody waits for it alone.
   * @throws NodeError NOTHING_INDEXED while there is no store, or it has no network yet
   */
  read<T>(work: (snapshot: PrimarySnapshot) => Promise<T>, reading?: Reading): Promise<T>;
  /** As a store's reader tells it. */
  version(): Promise<string | undefined>;
  close(): Promise<void>;
}

export interface PrimarySnapshot {
  db: PrimaryDb;
  facts: Omit<NetworkFacts, "genesis">;
  /** Undefined where it is not known. */
  genesis: KnownGenesis | undefined;
  network: ServedNetwork;
  /** What the store lacks of the chains' beginnings. */
  gaps: readonly Gap[];
  pageTokenKey: Uint8Array;
}

export interface PrimaryOptions {
  stores: Stores;
  /** The operator's name for the network, if any. */
  servedAs: Network | undefined;
}

/** Opens nothing yet: the store may be created after the API has started. */
export function openPrimary({ stores, servedAs }: PrimaryOptions): Primary {
  const reader = stores.read("primary");
  const genesisCache = openGenesisCache();
  const gapCache = openGapCache();
  return {
    read: (work, reading) =>
      reader
        .snapshot(async (db) => {
          const facts = await readNetworkWithoutGenesis(db);
          const network = servedNetwork(facts, servedAs);
          if (facts.pageTokenKey === undefined) throw nothingIndexed();
          const genesis = await genesisCache.read(db, facts);
          const gaps = await gapCache.read(db, { facts, network });
          return work({ db, facts, genesis, network, gaps, pageTokenKey: fromHex(facts.pageTokenKey) });
        }, reading)
        .catch(refuseUnready),
    version: () => reader.version(),
    close: () => reader.close(),
  };
}

/** A store that the indexer has not created or migrated yet counts as missing. */
function refuseUnready(error: unknown): never {
  if (!(error instanceof StoreError)) throw error;
  if (error.code !== "STORE_ABSENT" && error.code !== "STORE_OLDER") throw error;
  const { message, hint } = error;
  throw new NodeError("NOTHING_INDEXED", message, { cause: error, ...(hint && { hint }) });
}

function servedNetwork(facts: Omit<NetworkFacts, "genesis">, servedAs: Network | undefined): ServedNetwork {
  const { networkId, hrp } = facts;
  if (networkId === undefined || hrp === undefined) throw nothingIndexed();
  const bytes = (hex: string | undefined) => (hex === undefined ? undefined : fromHex(hex));
  return {
    id: Number(networkId),
    hrp,
    servedAs: publicName(Number(networkId), servedAs),
    avaxAssetId: bytes(facts.avaxAssetId),
    xChainId: bytes(facts.xChainId),
    cChainId: bytes(facts.cChainId),
  };
}

function nothingIndexed(): NodeError {
  return new NodeError("NOTHING_INDEXED", "nothing is indexed yet", {
    hint: "the indexer fills the store once the node answers",
  });
}
