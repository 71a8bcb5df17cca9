import { z } from "zod";
import { parseId } from "../../avalanche/ids";
import { integerParameter, textParameter } from "./parameters";

/** Shapes and parameters that the routes of EVM chains share. Amounts are decimal strings in base units (wei). */

export const networkToken = z
  .object({
    /** Left out where neither the chain's genesis nor the operator names the token; empty for SDKs. */
    name: z.string().optional(),
    symbol: z.string().optional(),
    decimals: z.int(),
    logoUri: z.string().optional(),
    description: z.string().optional(),
  })
  .meta({ id: "NetworkToken" });

/** Path parameter of all EVM routes. */
export const evmChainIdParameter = textParameter(
  (text) => /^\d{1,16}$/.test(text) || parseId(text),
  "an EVM chain id in decimal digits, or a blockchain id in cb58",
);

/** Filter of lists over all EVM chains; those of a Firn are all of one network. */
export const evmNetworkParameter = z
  .enum(["mainnet", "fuji", "testnet"])
  .describe("mainnet, fuji or testnet")
  .optional();

/** Reads `0x` and 40 hex digits of either case. @throws RangeError */
export function checkEvmAddress(text: string): string {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) throw new RangeError(text);
  return text;
}

/** An account or contract. */
export const evmAddressParameter = textParameter(checkEvmAddress, "an EVM address: 0x and 40 hex digits");

/** A transaction. */
export const evmTxHashParameter = textParameter((text) => {
  if (!/^0x[0-9a-f]{64}$/i.test(text)) throw new RangeError(text);
}, "a transaction hash: 0x and 64 hex digits");

/** A block by height or hash. */
export const evmBlockIdParameter = textParameter((text) => {
  if (!/^(?:0x[0-9a-f]{64}|\d{1,12})$/i.test(text)) throw new RangeError(text);
}, "a block's height in decimal digits, or its hash: 0x and 64 hex digits");

export const startBlockParameter = integerParameter({
  min: 0,
  form: "a block height (gives items of it and later ones)",
}).optional();
export const endBlockParameter = integerParameter({
  min: 0,
  form: "a block height (gives items of earlier ones)",
}).optional();

/** Where a page of a list by address ended: block, transaction in it, and how many of its items were shown. */
export const placeParameter = textParameter((text) => {
  const [, index, shown] = /^\d{1,11}-(\d{1,5})-(\d{1,6})$/.exec(text) ?? [];
  if (Number(index ?? NaN) < 2 ** 16 && Number(shown) < 2 ** 17) return;
  throw new RangeError(text);
}, "the nextBefore of a page (Firn's own: goes on behind that page; unlike a pageToken it stays good)").optional();

/** Currencies that prices may be asked in. */
export const CURRENCIES = [
  ...["usd", "eur", "aud", "cad", "chf", "clp", "cny"],
  ...["czk", "dkk", "gbp", "hkd", "huf", "jpy", "nzd"],
] as const;

export type Currency = (typeof CURRENCIES)[number];

/** In which prices are given, where an operator feeds any. */
export const currencyParameter = z
  .enum(CURRENCIES)
  .describe(`one of ${CURRENCIES.join(", ")}`)
  .default("usd");

/** A party of a transaction; token facts when it is a token contract. */
export const richAddress = z
  .object({
    name: z.string().optional(),
    symbol: z.string().optional(),
    decimals: z.int().optional(),
    logoUri: z.string().optional(),
    /** EIP-55. */
    address: z.string(),
  })
  .meta({ id: "RichAddress" });
export type RichAddress = z.infer<typeof richAddress>;

/** A price, where an operator feeds prices. A number to the SDKs, text otherwise. */
export const price = z
  .object({ currencyCode: z.enum(CURRENCIES), value: z.union([z.string(), z.number()]) })
  .meta({ id: "Money" });

export const transactionMethod = z
  .object({
    callType: z.enum(["NATIVE_TRANSFER", "CONTRACT_CALL", "CONTRACT_CREATION"]),
    /** The selector, `0x` and 8 hex digits; empty unless a contract is called. */
    methodHash: z.string(),
    methodName: z.string().optional(),
  })
  .meta({ id: "Method" });

/** Where something happened. */
export const evmPlace = {
  blockNumber: z.string(),
  /** Unix seconds; milliseconds from Granite on. */
  blockTimestamp: z.int(),
  blockTimestampMilliseconds: z.int().optional(),
  blockMinDelayExcess: z.int().optional(),
  blockHash: z.string(),
};

const native = {
  ...evmPlace,
  chainId: z.string(),
  /** Of the transaction in its block. */
  blockIndex: z.int(),
  txHash: z.string(),
  /** "1", or "0" when it failed. */
  txStatus: z.string(),
  txType: z.int(),
  gasLimit: z.string(),
  gasUsed: z.string(),
  /** As paid, wei. */
  gasPrice: z.string(),
  nonce: z.string(),
  from: richAddress,
  /** For the making of a contract, the contract made. */
  to: richAddress,
  method: transactionMethod.optional(),
  value: z.string(),
};

export const nativeTransaction = z.object(native).meta({ id: "NativeTransaction" });
export type NativeTransaction = z.infer<typeof nativeTransaction>;

export const fullNativeTransaction = z
  .object({
    ...native,
    input: z.string(),
    baseFeePerGas: z.string(),
    maxFeePerGas: z.string().optional(),
    maxPriorityFeePerGas: z.string().optional(),
  })
  .meta({ id: "FullNativeTransactionDetails" });

export const internalTransactionDetails = z
  .object({
    from: richAddress,
    to: richAddress,
    internalTxType: z.enum([
      "UNKNOWN",
      "CALL",
      "CREATE",
      "CREATE2",
      "CREATE3",
      "CALLCODE",
      "DELEGATECALL",
      "STATICCALL",
    ]),
    value: z.string(),
    isReverted: z.boolean(),
    gasUsed: z.string(),
    gasLimit: z.string(),
  })
  .meta({ id: "InternalTransactionDetails" });

export const internalTransaction = internalTransactionDetails
  .extend({ ...evmPlace, txHash: z.string() })
  .meta({ id: "InternalTransaction" });
export type InternalTransaction = z.infer<typeof internalTransaction>;

/** A chain's own token, and its price where an operator feeds prices. */
export const networkTokenDetails = z
  .object({ networkToken, currentPrice: price.optional(), historicalPrice: price.optional() })
  .meta({ id: "NetworkTokenDetails" });

/** A message to or from another chain through the known messenger. */
export const teleporterMessageInfo = z
  .object({
    teleporterMessageId: z.string(),
    direction: z.enum(["SOURCE_TRANSACTION", "DESTINATION_TRANSACTION"]),
    sourceChainId: z.string().optional(),
    destinationChainId: z.string().optional(),
  })
  .meta({ id: "TeleporterMessageInfo" });
