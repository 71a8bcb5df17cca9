import { z } from "zod";
import { method } from "../rpc";

/**
 * The Ethereum API of an EVM chain (the C-Chain's is at `/ext/bc/C/rpc`). Parameters are positional, quantities are
 * hex.
 */

/** `0x` and hex digits without leading zeros, to bigint. */
export const quantity = z
  .string()
  .regex(/^0x(?:0|[1-9a-fA-F][0-9a-fA-F]*)$/)
  .transform((text) => BigInt(text));

const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/);

/** A height in hex, or a height's name. */
export const blockTag = z.union([quantity, z.enum(["latest", "safe", "finalized", "pending", "earliest"])]);
export type BlockTag = z.output<typeof blockTag>;

/** Members of headers of every generation. Members that upgrades added are present too. */
export const evmBlock = asWritten(
  "a block",
  z.looseObject({
    number: z.string(),
    /** Null for a pending block. */
    hash: hash.nullable(),
    parentHash: hash,
    transactions: z.array(z.union([hash, z.looseObject({ hash })])),
  }),
);
export type EvmBlock = z.output<typeof evmBlock>;

export const evmTransaction = asWritten("a transaction", z.looseObject({ hash }));

export const evmReceipt = asWritten(
  "a receipt",
  z.looseObject({
    transactionHash: hash,
    status: z.string(),
    gasUsed: z.string(),
    logs: z.array(z.unknown()),
  }),
);

/** One transaction of a block with its call tree from `callTracer`. */
export const evmTrace = asWritten("a trace", z.looseObject({ txHash: hash, result: z.unknown() }));

export const ethBlockNumber = method("eth_blockNumber", z.tuple([]), quantity);

/** The second parameter requests whole transactions instead of hashes. */
export const ethGetBlockByNumber = method(
  "eth_getBlockByNumber",
  z.tuple([blockTag, z.boolean()]),
  evmBlock.nullable(),
);
export const ethGetBlockByHash = method(
  "eth_getBlockByHash",
  z.tuple([hash, z.boolean()]),
  evmBlock.nullable(),
);
export const ethGetBlockReceipts = method(
  "eth_getBlockReceipts",
  z.tuple([z.union([hash, blockTag])]),
  z.array(evmReceipt).nullable(),
);
export const ethGetTransactionByHash = method(
  "eth_getTransactionByHash",
  z.tuple([hash]),
  evmTransaction.nullable(),
);
export const ethGetTransactionReceipt = method(
  "eth_getTransactionReceipt",
  z.tuple([hash]),
  evmReceipt.nullable(),
);
const addressText = z.string().regex(/^0x[0-9a-fA-F]{40}$/);

/** Logs between two blocks, or of one block by hash. Each topic is one of several values, or any if null. */
const logFilter = z.looseObject({
  blockHash: hash.nullish(),
  fromBlock: blockTag.nullish(),
  toBlock: blockTag.nullish(),
  address: z.union([addressText, z.array(addressText)]).nullish(),
  topics: z.array(z.union([hash, z.array(hash.nullable())]).nullable()).nullish(),
});
export type LogFilter = z.output<typeof logFilter>;

export const ethGetLogs = method("eth_getLogs", z.tuple([logFilter]), z.array(z.unknown()));

const bytes = z.string().regex(/^0x(?:[0-9a-fA-F]{2})*$/);

/** A call that changes nothing, with a limit of gas. */
const callRequest = z.object({ to: addressText, data: bytes, gas: z.string().optional() });
export const ethCall = method("eth_call", z.tuple([callRequest, blockTag]), bytes);

/** The configuration of a chain: of subnet-evm, each precompile's and the upgrades of both. */
export const ethGetChainConfig = method("eth_getChainConfig", z.tuple([]), z.looseObject({}));

/** Rules after the last block, or at a time. Of subnet-evm alone. */
export const ethGetActiveRulesAt = method(
  "eth_getActiveRulesAt",
  z.tuple([]),
  z.looseObject({
    avalancheRules: z.record(z.string(), z.boolean()),
    precompiles: z.record(z.string(), z.looseObject({ timestamp: z.number().nullish() })),
  }),
);

/** Blocks back from one, and percentiles of each block's tips, weighted by gas. */
export const ethFeeHistory = method(
  "eth_feeHistory",
  z.tuple([z.union([quantity, z.int().transform(BigInt)]), blockTag, z.array(z.number()).nullish()]),
  z.object({
    oldestBlock: z.string(),
    reward: z.array(z.array(z.string())).optional(),
    baseFeePerGas: z.array(z.string()).optional(),
    gasUsedRatio: z.array(z.number()).nullable(),
  }),
);

/** Only the call tracer is used. `withLog` adds each call's logs; `diffMode` is the prestate tracer's. */
const traceConfig = z.looseObject({
  tracer: z.string().optional(),
  tracerConfig: z
    .looseObject({
      withLog: z.boolean().optional(),
      onlyTopCall: z.boolean().optional(),
      diffMode: z.boolean().optional(),
    })
    .optional(),
});
export type TraceConfig = z.output<typeof traceConfig>;

/** A block as RLP. */
export const debugGetRawBlock = method("debug_getRawBlock", z.tuple([blockTag]), z.string());

export const debugTraceBlockByNumber = method(
  "debug_traceBlockByNumber",
  z.tuple([blockTag, traceConfig.optional()]),
  z.array(evmTrace),
);

/** An event in a traced call, after `position` of the calls that this one made. */
const tracedLog = z.object({
  address: addressText,
  topics: z.array(hash).default([]),
  data: z.string(),
  position: quantity.optional(),
});
export type TracedLog = z.output<typeof tracedLog>;

/** One call from `callTracer`. Quantities are hex. */
const tracedCall = z.object({
  type: z.string(),
  from: addressText,
  to: addressText.nullish(),
  value: quantity.nullish(),
  gas: quantity,
  gasUsed: quantity,
  input: z.string(),
  /** What it returned, of a failed call too; absent if nothing. */
  output: z.string().optional(),
  error: z.string().optional(),
  /** What it wrote, if asked for; nodes leave out what was undone. */
  logs: z.array(tracedLog).optional(),
  get calls() {
    return z.array(tracedCall).optional();
  },
});
export type TracedCall = z.output<typeof tracedCall>;

export const debugTraceTransaction = method(
  "debug_traceTransaction",
  z.tuple([hash, traceConfig.optional()]),
  tracedCall,
);

/** An account in a state: what is absent is empty. */
const accountState = z.object({
  balance: quantity.optional(),
  /** A number, unlike all else. */
  nonce: z.number().optional(),
  code: z.string().optional(),
  storage: z.record(hash, hash).optional(),
});
export type AccountState = z.output<typeof accountState>;

/**
 * What a transaction changed, from `prestateTracer` in `diffMode`, by address. `pre` has every changed account as it was,
 * `post` only what differs; an account that is in one of them alone was made, or is gone.
 */
const stateDiff = z.object({
  pre: z.record(addressText, accountState),
  post: z.record(addressText, accountState),
});
export type StateDiff = z.output<typeof stateDiff>;

export const debugTraceStateDiff = method(
  "debug_traceTransaction",
  z.tuple([hash, traceConfig.optional()]),
  stateDiff,
);

/** Checks a value and returns it unchanged: parsing would move the schema's members before the others. */
function asWritten<S extends z.ZodType>(what: string, schema: S) {
  return z.custom<z.output<S>>((value) => schema.safeParse(value).success, `not ${what}`);
}
