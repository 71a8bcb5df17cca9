import type { PTxType } from "../../avalanche/p/txs";
import type { NftIndexStatus } from "../../contract/data/evm-tokens";
import { type PChainTxType, SDK_P_TX_TYPES } from "../../contract/data/p-chain";
import type { AssetAmount } from "../../contract/data/primary-network";
import type { ValidatorDetails } from "../../contract/data/validators";
import type { NodeUptime } from "../staking/node-uptime";

/**
 * The two forms of an answer: the seed document's, and the one that the published SDKs accept. A client gets the second
 * when it identifies itself as an SDK by user agent or by the header `x-firn-dialect: sdk`. All differences are in
 * `DIALECTS`.
 */
export type DialectName = "seed" | "sdk";

export interface Dialect {
  name: DialectName;
  /** Name of a P-Chain transaction type. SDKs reject a page with a single name outside their list. */
  pChainTxType(name: PTxType): PChainTxType;
  /** Type of an asset. SDKs reject a page with a property; NFTs are the nearest, as neither has amounts. */
  assetType(type: AssetAmount["type"]): AssetAmount["type"];
  /**
   * `airdropAmount` and `baseFeePerGas` of an EVM genesis: hex text in the seed, a number for SDKs.
   */
  genesisNumber(hex: string): string | number;
  /** A balance that a list is sorted by: an integer in the seed, text for SDKs. */
  sortKey(balance: bigint): bigint | string;
  /** A price, decimal text in the seed, a number for SDKs. */
  priceValue(value: string): string | number;
  /**
   * Replaces a text that is unknown: a token's name, symbol or URI that its contract does not give or the node did not
   * give yet, a balance that the node cannot give, a reward that needs the genesis. Absent in the seed; SDKs reject a
   * page without it.
   */
  unknownText: "" | undefined;
  /** Replaces unknown decimals of a token: SDKs accept only numbers. Its name and symbol are usually empty then. */
  unknownDecimals: 0 | undefined;
  /** Replaces an unknown time, count or amount that is a number. */
  unknownNumber: 0 | undefined;
  /** State of an NFT's metadata: the seed writes one of the states in lower case. */
  indexStatus(status: NftIndexStatus): NftIndexStatus | "indexed";
  /** EVM chain id of a blockchain without one: absent in the seed. One SDK rejects a page without the number. */
  noEvmChainId: 0 | undefined;
  /**
   * Observations of a running validator, absent in the seed when unknown. SDKs reject a page without the numbers, so
   * they get 0. They accept null for its location.
   */
  observation(observed: NodeUptime | undefined): Observed;
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

/** Request headers that decide the dialect. Answers name them in `Vary`. */
export const DIALECT_HEADERS = ["x-firn-dialect", "user-agent"] as const;

/** The dialect of a request. */
export function dialectOf(header: (name: string) => string | undefined): Dialect {
  const requested = header("x-firn-dialect");
  const isSdk =
    requested === undefined
      ? header("user-agent")?.startsWith("speakeasy-sdk") === true
      : requested === "sdk";
  return isSdk ? DIALECTS.sdk : DIALECTS.seed;
}
