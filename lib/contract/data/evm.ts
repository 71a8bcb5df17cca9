import { z } from "zod";
import { parseId } from "../../avalanche/ids";
import { failureReason } from "./evm-abi";
import { integerParameter, textParameter } from "./parameters";

/** Shapes and parameters shared by the routes of EVM chains. Amounts are decimal strings in base units (wei). */

export const networkToken = z
  .object({
    /** Left out if neither the chain's genesis nor the operator names the token; empty for SDKs. */
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

/** Filter of lists over all EVM chains. All chains of one Firn belong to one network. */
export const evmNetworkParameter = z
  .enum(["mainnet", "fuji", "testnet"])
  .describe("mainnet, fuji or testnet")
  .optional();

/** Accepts `0x` and 40 hex digits in any case. @throws RangeError */
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
  form: "a block height (returns items of this block and later ones)",
}).optional();
export const endBlockParameter = integerParameter({
  min: 0,
  form: "a block height (returns items of earlier blocks)",
}).optional();

/** End of a page of a list by address: block, transaction index, and number of the transaction's items shown. */
export const positionParameter = textParameter((text) => {
  const [, index, shown] = /^\d{1,11}-(\d{1,5})-(\d{1,6})$/.exec(text) ?? [];
  if (Number(index ?? NaN) < 2 ** 16 && Number(shown) < 2 ** 17) return;
  throw new RangeError(text);
}, "the nextBefore of a page (Firn's own: continues after that page; unlike a pageToken it does not expire)").optional();

/** Currencies of prices. */
export const CURRENCIES = [
  "usd",
  "eur",
  "aud",
  "cad",
  "chf",
  "clp",
  "cny",
  "czk",
  "dkk",
  "gbp",
  "hkd",
  "huf",
  "jpy",
  "nzd",
] as const;

export type Currency = (typeof CURRENCIES)[number];

/** Currency of prices, if the operator provides any. */
export const currencyParameter = z
  .enum(CURRENCIES)
  .describe(`one of ${CURRENCIES.join(", ")}`)
  .default("usd");

/** An address in a transaction, with token facts if it is a token contract. */
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

/** A price, if the operator provides prices. A number for the SDKs, otherwise text. */
export const price = z
  .object({ currencyCode: z.enum(CURRENCIES), value: z.union([z.string(), z.number()]) })
  .meta({ id: "Money" });

export const transactionMethod = z
  .object({
    callType: z.enum(["NATIVE_TRANSFER", "CONTRACT_CALL", "CONTRACT_CREATION"]),
    /** The selector, `0x` and 8 hex digits; empty if no contract is called. */
    methodHash: z.string(),
    methodName: z.string().optional(),
  })
  .meta({ id: "Method" });

/** Block of an item. */
export const evmPosition = {
  blockNumber: z.string(),
  /** Unix seconds; milliseconds from Granite on. */
  blockTimestamp: z.int(),
  blockTimestampMilliseconds: z.int().optional(),
  blockMinDelayExcess: z.int().optional(),
  blockHash: z.string(),
};

/** Firn's own: why a transaction failed, as its trace tells it. */
export const txFailure = failureReason
  .extend({
    /** What was called where the failure began; absent for a creation. */
    at: richAddress.optional(),
    /** How many calls are around that one. */
    depth: z.int(),
    /** Whether the transaction reverted. It failed in another way if not, and all its gas is used. */
    reverted: z.boolean(),
  })
  .meta({ id: "FirnTransactionFailure" });
export type TxFailureShape = z.infer<typeof txFailure>;

const native = {
  ...evmPosition,
  chainId: z.string(),
  /** Index of the transaction in its block. */
  blockIndex: z.int(),
  txHash: z.string(),
  /** "1", or "0" if it failed. */
  txStatus: z.string(),
  txType: z.int(),
  gasLimit: z.string(),
  gasUsed: z.string(),
  /** As paid, wei. */
  gasPrice: z.string(),
  nonce: z.string(),
  from: richAddress,
  /** For a contract creation, the created contract. */
  to: richAddress,
  method: transactionMethod.optional(),
  value: z.string(),
  /** Firn's own; absent if it did not fail, or if its trace is not known. */
  failure: txFailure.optional(),
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
  .extend({ ...evmPosition, txHash: z.string() })
  .meta({ id: "InternalTransaction" });
export type InternalTransaction = z.infer<typeof internalTransaction>;

/** A chain's own token, with its price if the operator provides prices. */
export const networkTokenDetails = z
  .object({ networkToken, currentPrice: price.optional(), historicalPrice: price.optional() })
  .meta({ id: "NetworkTokenDetails" });

/** A message to or from another chain, through the known messenger. */
export const teleporterMessageInfo = z
  .object({
    teleporterMessageId: z.string(),
    direction: z.enum(["SOURCE_TRANSACTION", "DESTINATION_TRANSACTION"]),
    sourceChainId: z.string().optional(),
    destinationChainId: z.string().optional(),
  })
  .meta({ id: "TeleporterMessageInfo" });
