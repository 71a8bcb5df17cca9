import { z } from "zod";
import { PROXY_KINDS } from "../../avalanche/evm/code/proxy";
import { evmAddressParameter, evmChainIdParameter, richAddress } from "../data/evm";
import { abiArguments, decodedEntry, failureReason } from "../data/evm-abi";
import { integerParameter } from "../data/parameters";
import { route } from "../route";

/**
 * Bytes of an account's code after the node's last block: 0 if it has none, as after it destroyed itself. Absent if the
 * node did not say.
 */
export const codeSize = z.int().optional();

const params = z.object({ chainId: evmChainIdParameter, address: evmAddressParameter });

export const getCode = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/contracts/{address}/code",
  operationId: "firnCode",
  tag: "Firn",
  summary: "Get the size of a contract's code",
  description: "Asked of the node, at most once in ten minutes.",
  params,
  query: z.object({}),
  response: z.object({ codeSize }).meta({ id: "FirnCode" }),
});

/**
 * Where an ABI is from: a file of the operator's folder that was found by address or by code, the admin console, verified
 * sources, a precompile, a standard.
 */
const abiSource = z.object({
  by: z.enum(["address", "bytecode", "console", "verified", "precompile", "standard"]),
  /** Path in the operator's folder. */
  file: z.string().optional(),
});

const proxyTarget = z.object({
  contract: richAddress,
  /** Functions of a diamond that it runs. */
  functionCount: z.int().optional(),
  abi: abiSource.optional(),
});

/** How a contract finds the code that it runs as its own, after the node's last block. */
const proxy = z.object({
  kind: z.enum(PROXY_KINDS),
  /** Several of a diamond; none if a beacon does not name one. */
  targets: z.array(proxyTarget),
  beacon: richAddress.optional(),
  admin: richAddress.optional(),
});

/** Code after the node's last block. */
const contractCode = z.object({
  /** 0x hex; empty after the contract destroyed itself. */
  bytes: z.string(),
  size: z.int(),
  /** keccak-256, 0x hex. */
  hash: z.string(),
  /** By the metadata behind the code: `solc 0.8.30`. Whoever deployed it may have written anything. */
  compiler: z.string().optional(),
  /** Hash of what was compiled, likewise. */
  source: z.object({ kind: z.enum(["ipfs", "bzzr0", "bzzr1"]), hash: z.string() }).optional(),
});

export const evmContractFacts = z
  .object({
    contract: richAddress,
    /** Absent for contracts of the genesis, and where no indexed trace has the creation. */
    creation: z
      .object({
        txHash: z.string(),
        blockNumber: z.string(),
        /** Sender of the transaction. */
        deployer: richAddress,
        /** The contract that created it, if one did. */
        creator: richAddress.optional(),
      })
      .optional(),
    code: contractCode.optional(),
    proxy: proxy.optional(),
    /** Standards that its code, or its target's, has the functions of. */
    standards: z.array(z.enum(["ERC-20", "ERC-721", "ERC-1155", "ERC-4626", "wrapped coin"])),
    abi: abiSource.optional(),
    /** What follows the compiled code in the data that created it, 0x hex; with its values if an ABI says their types. */
    constructorArguments: z.object({ bytes: z.string(), args: abiArguments.optional() }).optional(),
    /** Functions called most in its newest transactions, and how many of those were counted. */
    methods: z.array(
      z.object({
        /** 0x hex; empty for calls without a selector. */
        methodHash: z.string(),
        methodName: z.string().optional(),
        count: z.int(),
      }),
    ),
    countedTransactions: z.int(),
    /** Why the node's part is missing. */
    without: z.string().optional(),
  })
  .meta({ id: "FirnContract" });
export type EvmContractFacts = z.infer<typeof evmContractFacts>;

export const getContract = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/contracts/{address}",
  operationId: "firnContract",
  tag: "Firn",
  summary: "What a contract is",
  description: "Code, proxies and their targets are asked of the chain’s node.",
  params,
  query: z.object({}),
  response: evmContractFacts,
});

const contractSource = z.object({
  /** Path and name: `src/Coin.sol:Coin`. */
  contract: z.string(),
  language: z.enum(["Solidity", "Yul"]),
  /** `0.8.30+commit.73712a01` */
  compiler: z.string(),
  /**
   * `exact` if the hash of the sources in the contract’s metadata is theirs too, so that not even a comment differs; `partial`
   * without that.
   */
  match: z.enum(["exact", "partial"]),
  /** Who compiled them: this Firn, or the Sourcify server that the operator names. */
  by: z.enum(["firn", "sourcify"]),
  verifiedAtMs: z.int(),
  license: z.string().optional(),
  /** The contract’s own file first. */
  files: z.array(z.object({ path: z.string(), text: z.string() })),
  /** What the compiler was told, as JSON. */
  settings: z.string(),
});
export type ContractSource = z.output<typeof contractSource>;

export const getContractSource = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/contracts/{address}/source",
  operationId: "firnContractSource",
  tag: "Firn",
  summary: "Get the verified sources of a contract",
  description:
    "Sources that compile to the code that the chain’s node has for it now. Another contract of the same code has the same sources.",
  params,
  query: z.object({}),
  response: z
    .object({
      source: contractSource.optional(),
      /** Why there are none, or what would verify some: a sentence. */
      without: z.string().optional(),
    })
    .meta({ id: "FirnContractSource" }),
});

const abiParameter = z.object({ name: z.string(), type: z.string() });

const readFunction = z
  .object({
    /** `balanceOf(address)` */
    signature: z.string(),
    name: z.string(),
    inputs: z.array(abiParameter),
    outputs: z.array(abiParameter),
    from: abiSource,
    /** The target of a proxy whose function it is. */
    target: richAddress.optional(),
  })
  .meta({ id: "FirnReadFunction" });
export type ReadFunctionShape = z.infer<typeof readFunction>;

export const listReadFunctions = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/contracts/{address}/functions",
  operationId: "firnReadFunctions",
  tag: "Firn",
  summary: "List the functions of a contract that read",
  description:
    "View and pure functions of its ABI, of its targets’ ABIs, or of the standards that its code has. At most 300.",
  params,
  query: z.object({}),
  response: z
    .object({
      functions: z.array(readFunction),
      /** Why the contract’s code, and what follows from it, is not known. */
      without: z.string().optional(),
    })
    .meta({ id: "FirnReadFunctions" }),
});

export const callReadFunction = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/contracts/{address}/call",
  operationId: "firnCallFunction",
  tag: "Firn",
  summary: "Call a function of a contract that reads",
  description: "Run by the chain’s node with at most 30,000,000 gas; nothing is sent or changed.",
  params,
  query: z.object({
    function: z.string().min(3).max(2_000).describe("a signature, as listed: balanceOf(address)"),
    arguments: z
      .string()
      .max(20_000)
      .default("[]")
      .describe("a JSON list of arguments: numbers as text, lists and structures as lists"),
    height: integerParameter({
      min: 0,
      form: "a block height (the node’s last block by default)",
    }).optional(),
  }),
  response: z
    .object({
      signature: z.string(),
      /** What it returned; absent if it failed, or if the bytes are not of the ABI’s types. */
      returned: abiArguments.optional(),
      /** The bytes instead, 0x hex, the first 1,024 of them. */
      output: z.string().optional(),
      failure: failureReason.optional(),
      /** Why the node did not run it. */
      without: z.string().optional(),
    })
    .meta({ id: "FirnFunctionCall" }),
});
export type FunctionCall = z.infer<(typeof callReadFunction)["response"]>;

export const listProxyChanges = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/contracts/{address}/targets",
  operationId: "firnProxyChanges",
  tag: "Firn",
  summary: "List the changes of a proxy’s target",
  description:
    "Its events, and its beacon’s, from Firn’s own store. The chain’s node is asked only about blocks whose logs are not stored. Newest first, at most 100.",
  params,
  query: z.object({}),
  response: z
    .object({
      changes: z.array(
        z.object({ event: decodedEntry, by: richAddress, txHash: z.string(), blockNumber: z.string() }),
      ),
      /** Contracts that their arguments name. */
      parties: z.array(richAddress),
      /** Blocks whose events neither the store nor the node tells, in words; empty if there are none. */
      unread: z.array(z.string()),
      /** Why the contract’s code, and so whether it is a proxy, is not known. */
      without: z.string().optional(),
    })
    .meta({ id: "FirnProxyChanges" }),
});
