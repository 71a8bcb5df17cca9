import type { KnownTx } from "@/components/tx/known";
import type { Chain } from "@/components/ui/chains";
import type { Effect, EffectOf } from "@/lib/avalanche/effects";

/** What the bytes of a network's transactions take for granted. */
export interface NetworkFacts {
  /** Bech32 prefix. */
  hrp: string;
  /** 32 bytes. When absent every amount counts as AVAX. */
  avaxAssetId?: Uint8Array;
  /** Blockchains known by name: `{ id: 32 bytes, name: "C-Chain" }`. */
  chains: readonly NamedChain[];
  /** Assets whose names Firn knows, AVAX left out. */
  assets?: readonly NamedAsset[];
}

export interface NamedChain {
  id: Uint8Array;
  name: string;
  letter: Chain;
}

/** What its creator called an asset: free text, so always quoted. */
export interface NamedAsset {
  id: Uint8Array;
  name: string;
  symbol: string;
  /** Decimals. */
  denomination: number;
}

/** How a proposal was decided: the option block that followed it. */
export type Outcome = "commit" | "abort";

/** One transaction as the effect files see it: what it does, and what its block knows. */
export interface Scene {
  chain: Chain;
  effects: readonly Effect[];
  txId: Uint8Array;
  /** Chain time of its block, unix seconds. */
  time: bigint;
  /** When its staking period starts, unix seconds, as Firn's API knows it: bytes don't say whether Durango had come. */
  stakingStart?: bigint;
  network: NetworkFacts;
  /** Only of proposals, once decided. */
  outcome?: Outcome;
  /** Addresses (20 bytes) that signed. A function, because recovering them costs about a millisecond each. */
  signers: () => readonly Uint8Array[];
}

/** A scene with what bytes don't say: the panels of a transaction page read it. */
export interface Story extends Scene {
  /** What Firn's API knows of the transaction. */
  known: KnownTx;
  /** Chain time of the newest block Firn has, unix seconds: what "now" means. */
  now: bigint;
}

/** The same event told twice: for a row ("Delegate 2,500 AVAX …") and for a heading ("Delegated 2,500 AVAX …"). */
export interface Phrase {
  present: string;
  past: string;
}

/** What one effect kind has to say. */
export interface Teller<E extends Effect> {
  /** Of all effects of a transaction the one with the highest rank gives the sentence. */
  rank: number;
  say: (effect: E, scene: Scene) => Phrase;
}

/** A teller for each kind of `E`: a new kind does not compile before it has words. */
export type Tellers<E extends Effect> = { [K in E["kind"]]: Teller<EffectOf<K>> };
