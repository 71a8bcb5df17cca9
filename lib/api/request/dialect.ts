import type { PTxType } from "../../avalanche/p/txs";
import type { NftIndexStatus } from "../../contract/data/evm-tokens";
import { type PChainTxType, SDK_P_TX_TYPES } from "../../contract/data/p-chain";
import type { AssetAmount } from "../../contract/data/primary-network";
import type { ValidatorDetails } from "../../contract/data/validators";
import type { Observation } from "../staking/observation";

/**
 * The two ways of answering: the seed document's, and the one the published SDKs accept. A client that says it is an SDK
 * (its user agent, or the header `x-firn-dialect: sdk`) gets the second. Every difference stands in `DIALECTS`.
 */
export type DialectName = "seed" | "sdk";

export interface Dialect {
  name: DialectName;
  /** Name of a P-Chain transaction type. SDKs reject a page over one name outside their list. */
  pChainTxType(name: PTxType): PChainTxType;
  /** What an asset is of. SDKs reject a page over a property; like an NFT it is had or not. */
  assetType(type: AssetAmount["type"]): AssetAmount["type"];
  /**
   * `airdropAmount` and `baseFeePerGas` of an EVM genesis: hex text in the seed, a number for SDKs.
   */
  genesisNumber(hex: string): string | number;
  /** A balance that a list is sorted by: a whole number in the seed, text for SDKs. */
  sortKey(balance: bigint): bigint | string;
  /** A price, decimal text in the seed, a number for SDKs. */
  priceValue(value: string): string | number;
  /**
   * What stands for a text that nobody could tell: a token's name, symbol or URI that its contract does not say or the
   * node did not yet, a balance that the node can't say, a reward that only the genesis fixes. Absent in the seed; SDKs
   * reject a page without it.
   */
  unknownText: "" | undefined;
  /** The same for the decimals of a token: SDKs take numbers only. Its name and symbol are empty as a rule then. */
  unknownDecimals: 0 | undefined;
  /** The same for a time, a count or an amount that is a number. */
  unknownNumber: 0 | undefined;
  /** How far the metadata of an NFT are: one of the states is written small in the seed. */
  indexStatus(status: NftIndexStatus): NftIndexStatus | "indexed";
  /** The EVM chain id of a blockchain that has none: absent in the seed. One SDK rejects a page without the number. */
  noEvmChainId: 0 | undefined;
  /**
   * What is observed of a running validator, absent in the seed's form where nobody says it. SDKs reject a page without
   * the numbers: those are 0 there. Where the validator is they take as null.
   */
  observation(observed: Observation | undefined): Observed;
}

type Observed = Pick<
  Extract<ValidatorDetails, { validationStatus: "active" }>,
  "uptimePerformance" | "validatorHealth" | "geolocation"
>;

export const DIALECTS = {
  seed: {
    name: "seed",
    pChainTxType: (name) => name,
    assetType: (type) => type,
    genesisNumber: (hex) => hex,
    sortKey: (balance) => balance,
    priceValue: (value) => value,
    unknownText: undefined,
    unknownDecimals: undefined,
    unknownNumber: undefined,
    noEvmChainId: undefined,
    indexStatus: (status) => (status === "INDEXED" ? "indexed" : status),
    observation: (observed) =>
      observed?.uptimePercent === undefined ? {} : { uptimePerformance: observed.uptimePercent },
  },
  sdk: {
    name: "sdk",
    pChainTxType: (name) => (SDK_P_TX_TYPES.has(name) ? name : "UNKNOWN"),
    assetType: (type) => (type === "property" ? "nft" : type),
    genesisNumber: (hex) => Number(hex),
    sortKey: String,
    priceValue: Number,
    unknownText: "",
    unknownDecimals: 0,
    unknownNumber: 0,
    noEvmChainId: 0,
    indexStatus: (status) => status,
    observation: (observed) => ({
      uptimePerformance: observed?.uptimePercent ?? 0,
      validatorHealth: {
        reachabilityPercent: observed?.connected ? 100 : 0,
        benchedPChainRequestsPercent: 0,
        benchedXChainRequestsPercent: 0,
        benchedCChainRequestsPercent: 0,
      },
      geolocation: null,
    }),
  },
} as const satisfies Record<DialectName, Dialect>;

/** Request headers that decide the dialect; answers name them in `Vary`. */
export const DIALECT_HEADERS = ["x-firn-dialect", "user-agent"] as const;

/** The dialect a request asks for. */
export function dialectOf(header: (name: string) => string | undefined): Dialect {
  const asked = header("x-firn-dialect");
  const isSdk =
    asked === undefined ? header("user-agent")?.startsWith("speakeasy-sdk") === true : asked === "sdk";
  return isSdk ? DIALECTS.sdk : DIALECTS.seed;
}
