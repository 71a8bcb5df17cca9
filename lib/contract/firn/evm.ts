import { z } from "zod";
import { evmBlockIdParameter, evmChainIdParameter, evmTxHashParameter, richAddress } from "../data/evm";
import { route } from "../route";

/** One call of a transaction's call tree. Calls are listed in the order of their start; `depth` gives the nesting. */
export const evmTraceCall = z
  .object({
    /** 0 for the transaction's own call. */
    depth: z.int(),
    /** CALL, STATICCALL, DELEGATECALL, CREATE …, in the words of the node's tracer. */
    type: z.string(),
    /** EIP-55. */
    from: z.string(),
    /** EIP-55; absent if nothing was called or created. */
    to: z.string().optional(),
    /** Wei. */
    value: z.string(),
    gasUsed: z.string(),
    /** The first four bytes of the call's input, `0x` and 8 hex digits; absent if the input is shorter. */
    methodHash: z.string().optional(),
    methodName: z.string().optional(),
    /** Why it failed, in the node's words; absent if it succeeded. */
    error: z.string().optional(),
  })
  .meta({ id: "FirnEvmCall" });
export type EvmTraceCall = z.infer<typeof evmTraceCall>;

export const evmExecutionLog = z
  .object({
    /** In the block. */
    logIndex: z.int(),
    /** Address of the contract, EIP-55. */
    address: z.string(),
    /** 32 bytes each, 0x hex. */
    topics: z.array(z.string()),
    data: z.string(),
  })
  .meta({ id: "FirnEvmLog" });
export type EvmExecutionLog = z.infer<typeof evmExecutionLog>;

/** The bytes of a transaction that Firn stores, and data that it does not store but reads from the node. */
export const evmExecution = z
  .object({
    /** Signed bytes, 0x hex: their keccak256 is the transaction's hash. */
    transaction: z.string(),
    /** From the node's receipt, which matches what was proved when the block was indexed. */
    logs: z.array(evmExecutionLog).optional(),
    /** Why there are no logs. */
    withoutLogs: z.string().optional(),
    /** From the node's tracer. For a large tree, only the first calls. */
    calls: z.array(evmTraceCall).optional(),
    /** Number of calls in the whole tree. */
    callCount: z.int().optional(),
    /** Why there are no calls. */
    withoutCalls: z.string().optional(),
    /** Known contracts that appear in logs and calls. */
    parties: z.array(richAddress),
  })
  .meta({ id: "FirnEvmExecution" });
export type EvmExecution = z.infer<typeof evmExecution>;

export const getEvmExecution = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/transactions/{txHash}/execution",
  operationId: "firnEvmExecution",
  tag: "Firn",
  summary: "A transaction's bytes, logs and call tree",
  params: z.object({ chainId: evmChainIdParameter, txHash: evmTxHashParameter }),
  query: z.object({}),
  response: evmExecution,
});

/** Bytes with which anybody can check a block: its hashes and roots follow from them. Bytes are 0x hex. */
export const evmBlockProof = z
  .object({
    /** RLP of the header, whose keccak256 is the block's hash; absent if it was not available. */
    header: z.string().optional(),
    /** Signed bytes, in order. */
    transactions: z.array(z.string()),
    /** What proves the block's receipts; absent while nothing does, or if it was not available. */
    execution: z
      .object({
        /** Height of the block whose header commits to them. Since Helicon it is a later block, which settles several. */
        height: z.int(),
        header: z.string(),
        /** In the form of the receipts' trie, for all blocks that it covers. */
        receipts: z.array(z.string()),
        /** Index of the block's own first receipt. */
        first: z.int(),
      })
      .optional(),
  })
  .meta({ id: "FirnEvmBlockProof" });
export type EvmBlockProof = z.infer<typeof evmBlockProof>;

export const getEvmBlockProof = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/blocks/{blockId}/proof",
  operationId: "firnEvmBlockProof",
  tag: "Firn",
  summary: "Bytes that prove an EVM block, its transactions and their receipts",
  params: z.object({ chainId: evmChainIdParameter, blockId: evmBlockIdParameter }),
  query: z.object({}),
  response: evmBlockProof,
});
