import { z } from "zod";
import { evmBlockIdParameter, evmChainIdParameter, evmTxHashParameter, richAddress } from "../data/evm";
import { route } from "../route";

/** One call of a transaction's tree. Calls are listed in the order of their beginning; `depth` says who made them. */
export const evmTraceCall = z
  .object({
    /** 0 of the transaction's own call. */
    depth: z.int(),
    /** CALL, STATICCALL, DELEGATECALL, CREATE …, as the node's tracer says. */
    type: z.string(),
    /** EIP-55. */
    from: z.string(),
    /** EIP-55; absent where nothing was called or made. */
    to: z.string().optional(),
    /** Wei. */
    value: z.string(),
    gasUsed: z.string(),
    /** The first four bytes a call sends, `0x` and 8 hex digits; absent when it sends fewer. */
    methodHash: z.string().optional(),
    methodName: z.string().optional(),
    /** Why it failed, in the node's words; absent when it did not. */
    error: z.string().optional(),
  })
  .meta({ id: "FirnEvmCall" });
export type EvmTraceCall = z.infer<typeof evmTraceCall>;

export const evmExecutionLog = z
  .object({
    /** In the block. */
    logIndex: z.int(),
    /** Of the contract, EIP-55. */
    address: z.string(),
    /** 32 bytes each, 0x hex. */
    topics: z.array(z.string()),
    data: z.string(),
  })
  .meta({ id: "FirnEvmLog" });
export type EvmExecutionLog = z.infer<typeof evmExecutionLog>;

/** What Firn keeps of a transaction as bytes, and what it does not keep and asks the node for. */
export const evmExecution = z
  .object({
    /** Signed bytes, 0x hex: their keccak256 is the transaction's hash. */
    transaction: z.string(),
    /** From the node's receipt, which agrees with what was proved when the block was indexed. */
    logs: z.array(evmExecutionLog).optional(),
    /** Why there are no logs. */
    withoutLogs: z.string().optional(),
    /** From the node's tracer: the first ones of a large tree. */
    calls: z.array(evmTraceCall).optional(),
    /** Of the whole tree. */
    callCount: z.int().optional(),
    /** Why there are no calls. */
    withoutCalls: z.string().optional(),
    /** Contracts that logs and calls name, where something is known of them. */
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

/** Bytes from which anybody can check a block: hashes and roots follow from them. Bytes are 0x hex. */
export const evmBlockProof = z
  .object({
    /** RLP of the header, whose keccak256 is the block's hash; absent when it could not be had. */
    header: z.string().optional(),
    /** Signed bytes, in order. */
    transactions: z.array(z.string()),
    /** What vouches for the block's receipts; absent while nothing does, or when it could not be had. */
    execution: z
      .object({
        /** Of the block whose header vouches: since Helicon a later one, which settles several. */
        height: z.int(),
        header: z.string(),
        /** As the receipts' trie holds them, of all blocks it is about. */
        receipts: z.array(z.string()),
        /** Place of the block's own first receipt. */
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
