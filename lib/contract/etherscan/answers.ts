import { z } from "zod";

/**
 * Shapes of the Etherscan-compatible API. Every number is a text: decimal digits, except in logs and in what a node
 * answered, where it is 0x hex. Addresses and hashes are 0x hex in lower case; what there is none of is empty.
 * @source docs.etherscan.io, API reference
 */

const transactionOf = {
  blockNumber: z.string(),
  /** Unix seconds. */
  timeStamp: z.string(),
  hash: z.string(),
  nonce: z.string(),
  blockHash: z.string(),
  transactionIndex: z.string(),
  gas: z.string(),
  /** Wei per unit, as paid. */
  gasPrice: z.string(),
  gasUsed: z.string(),
  /** By the transactions of the block, up to this one. */
  cumulativeGasUsed: z.string(),
  /** Blocks from its own to the newest indexed one, both counted. */
  confirmations: z.string(),
  /** First four bytes of the input. */
  methodId: z.string(),
  /** The signature, where an ABI is known. */
  functionName: z.string(),
};

const etherscanTransaction = z
  .object({
    ...transactionOf,
    from: z.string(),
    /** Empty if it creates a contract. */
    to: z.string(),
    /** Wei. */
    value: z.string(),
    /** 1 if it failed. */
    isError: z.enum(["0", "1"]),
    txreceipt_status: z.enum(["0", "1"]),
    input: z.string(),
    contractAddress: z.string(),
  })
  .meta({ id: "EtherscanTransaction" });
export type EtherscanTransaction = z.infer<typeof etherscanTransaction>;

const etherscanInternal = z
  .object({
    blockNumber: z.string(),
    timeStamp: z.string(),
    /** Left out, as `traceId` is, in the calls of one transaction. */
    hash: z.string().optional(),
    from: z.string(),
    to: z.string(),
    value: z.string(),
    contractAddress: z.string(),
    /** Empty: it is not stored. */
    input: z.literal(""),
    type: z.enum(["call", "callcode", "create", "create2", "create3", "selfdestruct"]),
    gas: z.string(),
    gasUsed: z.string(),
    /** Place in the transaction's call tree, callers before the called. */
    traceId: z.string().optional(),
    /** 1 if it was undone. */
    isError: z.enum(["0", "1"]),
    errCode: z.string(),
  })
  .meta({ id: "EtherscanInternalTransaction" });
export type EtherscanInternal = z.infer<typeof etherscanInternal>;

const etherscanTransfer = z
  .object({
    ...transactionOf,
    from: z.string(),
    contractAddress: z.string(),
    to: z.string(),
    /** In base units, of an ERC-20. */
    value: z.string().optional(),
    tokenID: z.string().optional(),
    /** How many, of an ERC-1155. */
    tokenValue: z.string().optional(),
    tokenName: z.string(),
    tokenSymbol: z.string(),
    /** Left out of an ERC-1155. */
    tokenDecimal: z.string().optional(),
    input: z.literal("deprecated"),
  })
  .meta({ id: "EtherscanTransfer" });
export type EtherscanTransfer = z.infer<typeof etherscanTransfer>;

const etherscanLog = z
  .object({
    address: z.string(),
    topics: z.array(z.string()),
    data: z.string(),
    blockNumber: z.string(),
    blockHash: z.string(),
    timeStamp: z.string(),
    gasPrice: z.string(),
    gasUsed: z.string(),
    logIndex: z.string(),
    transactionHash: z.string(),
    transactionIndex: z.string(),
  })
  .meta({ id: "EtherscanLog" });
export type EtherscanLog = z.infer<typeof etherscanLog>;

const etherscanContract = z
  .object({
    SourceCode: z.string(),
    /** As JSON, or a sentence if it is not known. */
    ABI: z.string(),
    ContractName: z.string(),
    CompilerVersion: z.string(),
    OptimizationUsed: z.string(),
    Runs: z.string(),
    ConstructorArguments: z.string(),
    EVMVersion: z.string(),
    Library: z.string(),
    LicenseType: z.string(),
    Proxy: z.string(),
    Implementation: z.string(),
    SwarmSource: z.string(),
  })
  .meta({ id: "EtherscanContract" });

const etherscanCreation = z
  .object({
    contractAddress: z.string(),
    contractCreator: z.string(),
    txHash: z.string(),
    blockNumber: z.string(),
    timestamp: z.string(),
    /** The contract that created it; empty if the transaction itself did. */
    contractFactory: z.string(),
    /** Empty if a contract created it. */
    creationBytecode: z.string(),
  })
  .meta({ id: "EtherscanCreation" });
export type EtherscanCreation = z.infer<typeof etherscanCreation>;

const blockReward = z.object({
  blockNumber: z.string(),
  timeStamp: z.string(),
  blockMiner: z.string(),
  /** Fees of its transactions, wei. */
  blockReward: z.string(),
  uncles: z.tuple([]),
  uncleInclusionReward: z.literal("0"),
});

const countdown = z.object({
  CurrentBlock: z.string(),
  CountdownBlock: z.string(),
  RemainingBlock: z.string(),
  EstimateTimeInSec: z.string(),
});

const result = z.union([
  z.string(),
  z.null(),
  z.array(etherscanTransaction),
  z.array(etherscanInternal),
  z.array(etherscanTransfer),
  z.array(etherscanLog),
  z.array(etherscanContract),
  z.array(etherscanCreation),
  z.array(z.object({ account: z.string(), balance: z.string() })),
  blockReward,
  countdown,
  z.object({ isError: z.enum(["0", "1"]), errDescription: z.string() }),
  z.object({ status: z.enum(["", "0", "1"]) }),
]);

/** `status` 1: answered. 0: an empty list, or a refusal, whose `result` says why. */
const answered = z
  .object({ status: z.enum(["0", "1"]), message: z.string(), result })
  .meta({ id: "EtherscanAnswer" });

/** Of the module `proxy`: what the node answered. */
const relayed = z
  .object({
    jsonrpc: z.literal("2.0"),
    id: z.literal(1),
    result: z.unknown().optional(),
    error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
  })
  .meta({ id: "EtherscanProxyAnswer" });

export const etherscanAnswer = z.union([answered, relayed]);
export type EtherscanAnswer = z.infer<typeof etherscanAnswer>;
