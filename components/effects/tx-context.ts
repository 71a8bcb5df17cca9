import type { KnownTx } from "@/components/tx/known";
import type { Chain } from "@/components/ui/chains";
import type { Effect, EffectOf } from "@/lib/avalanche/effects";
import type { HistoryGap } from "@/lib/contract/firn/status";

/** What the bytes of transactions leave out about their network. */
export interface NetworkFacts {
  /** Bech32 prefix. */
  hrp: string;
  /** 32 bytes. Without it every amount counts as AVAX. */
  avaxAssetId?: Uint8Array;
  /** Known blockchains: `{ id: 32 bytes, name: "C-Chain" }`. */
  chains: readonly NamedChain[];
  /** Beginnings of chains that Firn does not have. */
  gaps?: readonly HistoryGap[] | undefined;
  /** Known assets other than AVAX. */
  assets?: readonly NamedAsset[];
  /** Known subnets and L1s, by the names of their chains: free text, so always quoted. */
  subnets?: readonly { id: Uint8Array; name: string }[];
}

export interface NamedChain {
  id: Uint8Array;
  name: string;
  letter: Chain;
}

/** An asset as its creator named it: free text, so always quoted. */
export interface NamedAsset {
  id: Uint8Array;
  name: string;
  symbol: string;
  /** Decimals. */
  denomination: number;
}

/** How a proposal was decided: by the option block that followed it. */
export type ProposalOutcome = "commit" | "abort";

/** A transaction as sentences need it: its effects, and what its block knows. */
export interface TxContext {
  chain: Chain;
  effects: readonly Effect[];
  txId: Uint8Array;
  /** Chain time of its block, unix seconds; undefined before the X-Chain had blocks. */
  time: bigint | undefined;
  /** What its bytes leave out and Firn's API knows. */
  told?: ToldFacts;
  network: NetworkFacts;
  /** Of a decided proposal only. */
  outcome?: ProposalOutcome;
  /** Addresses (20 bytes) that signed. A function, because recovering them takes about a millisecond each. */
  signers: () => readonly Uint8Array[];
}

/** What Firn's API tells of a transaction. A fact that does not apply, or that nobody knows, is left out. */
export interface ToldFacts {
  /** Start of the staking period, unix seconds: bytes do not say whether Durango was active. */
  stakingStart?: bigint;
  /** Whose staking it ends or changes. */
  staking?: { nodeId: Uint8Array; role: "validator" | "delegator" };
  /** Rewards of the staker whose staking it ends, by asset. */
  paid?: readonly { assetId: Uint8Array; amount: bigint }[];
  /** The L1 validator that it changes: bytes name only the validation. */
  validator?: { nodeId: Uint8Array; subnetId: Uint8Array };
}

/** A transaction with what its bytes leave out, for the panels of its page. */
export interface TxDetails extends TxContext {
  /** What Firn's API knows of the transaction. */
  known: KnownTx;
  /** Chain time of the newest block Firn has, unix seconds: the page's "now". */
  now: bigint;
}

/** Describes one effect kind. */
export interface Describer<E extends Effect> {
  /** The effect with the highest rank in a transaction gives its sentence. */
  rank: number;
  describe: (effect: E, context: TxContext) => string;
}

/** A describer for each kind of `E`: a new kind does not compile without one. */
export type Describers<E extends Effect> = { [K in E["kind"]]: Describer<EffectOf<K>> };
