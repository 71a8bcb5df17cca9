import type { PTxType } from "../avalanche/p/txs";
import type { NftIndexStatus } from "../contract/data/evm-tokens";
import { type PChainTxType, PUBLIC_P_TX_TYPES } from "../contract/data/p-chain";
import type { AssetAmount } from "../contract/data/primary-network";
import type { ValidatorDetails } from "../contract/data/validators";
import type { Observation } from "./observation";

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
   * What an account has of the chain's own token where the node can't say: absent in the seed. SDKs reject a page without
   * the token, so it is given, with an empty balance.
   */
  unknownBalance: "" | undefined;
  /** How far the metadata of an NFT are: one of the states is written small in the seed. */
  indexStatus(status: NftIndexStatus): NftIndexStatus | "indexed";
  /**
   * What is observed of a running validator. SDKs reject a page where it is missing, or where a place is: what nobody
   * says is 0 or empty there, and absent in the seed's form.
   */
  observation(observed: Observation | undefined): Observed;
}

type Observed = Pick<
  Extract<ValidatorDetails, { validationStatus: "active" }>,
  "uptimePerformance" | "validatorHealth" | "geolocation"
>;

const KNOWN = new Set<string>(PUBLIC_P_TX_TYPES);

export const DIALECTS = {
  seed: {
    name: "seed",
    pChainTxType: (name) => name,
    assetType: (type) => type,
    genesisNumber: (hex) => hex,
    sortKey: (balance) => balance,
    priceValue: (value) => value,
    unknownBalance: undefined,
    indexStatus: (status) => (status === "INDEXED" ? "indexed" : status),
    observation: (observed) => (observed === undefined ? {} : { uptimePerformance: observed.uptimePercent }),
  },
  sdk: {
    name: "sdk",
    pChainTxType: (name) => (KNOWN.has(name) ? name : "UNKNOWN"),
    assetType: (type) => (type === "property" ? "nft" : type),
    genesisNumber: (hex) => Number(hex),
    sortKey: String,
    priceValue: Number,
    unknownBalance: "",
    indexStatus: (status) => status,
    observation: (observed) => ({
      uptimePerformance: observed?.uptimePercent ?? 0,
      validatorHealth: {
        reachabilityPercent: observed?.connected ? 100 : 0,
        benchedPChainRequestsPercent: 0,
        benchedXChainRequestsPercent: 0,
        benchedCChainRequestsPercent: 0,
      },
      geolocation: { city: "", country: "", countryCode: "", latitude: 0, longitude: 0 },
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
