import { z } from "zod";
import { textParameter } from "../data/parameters";
import { route } from "../route";

/** What an address is on one chain. */
const presence = z.object({
  /** As in addresses of pages: p, x, c, or an EVM chain id. */
  chain: z.string(),
  name: z.string(),
  /** Times of its first and last transaction there, unix seconds; absent where a time is not known. */
  firstTimestamp: z.number().optional(),
  lastTimestamp: z.number().optional(),
  /** How long its lists there are, counted up to 101: that means more than 100. Absent where that is not known. */
  counts: z.object({
    /** On the C-Chain, atomic ones too. */
    transactions: z.int(),
    /** Of tokens; absent on P and X, like those that follow. */
    transfers: z.int().optional(),
    /** Absent if the node does not trace. */
    internalTransactions: z.int().optional(),
    createdContracts: z.int().optional(),
    /** ERC-20 tokens that it holds; absent if any balance comes from the node, and if there are too many to count. */
    tokens: z.int().optional(),
    /** NFTs that it holds; absent as tokens are. */
    nfts: z.int().optional(),
    /** What events let others move. Some of it may have been spent since: the list asks the contracts. */
    approvals: z.int().optional(),
    /** Transactions on the P-Chain that begin a stake; absent elsewhere. */
    stakes: z.int().optional(),
  }),
  /** The name that the operator gave it. */
  label: z.string().optional(),
  /** Present if it is a contract. */
  contract: z
    .object({
      /** ERC-20, ERC-721, ERC-1155, or UNKNOWN for any other contract. */
      ercType: z.string(),
      name: z.string().optional(),
      symbol: z.string().optional(),
      /** Who created it, and in which transaction; absent where that is not known. */
      deployer: z.string().optional(),
      createdTxHash: z.string().optional(),
    })
    .optional(),
});

/** One key or contract: the forms of its address, and what it is. */
export const firnAddress = z
  .object({
    /** bech32 with the network's prefix and without a chain; absent while it is not known. */
    key: z.string().optional(),
    /** 0x with the checksum of EIP-55; absent while it is not known. */
    account: z.string().optional(),
    /** The first signature that shows that both belong together. Every signature that is stored was looked at. */
    evidence: z
      .object({
        /** 33 bytes, 0x hex. */
        publicKey: z.string(),
        /** p, x, c, or an EVM chain id. */
        chain: z.string(),
        /** cb58 on P and X and of atomic transactions, otherwise 0x hex. */
        txHash: z.string(),
      })
      .optional(),
    /** Blocks whose signatures are not stored, in words; empty if all are. */
    unread: z.array(z.string()),
    /** Chains on which it has any transaction, P, X and C first. */
    chains: z.array(presence),
    /** Validators of the Primary Network and subnets that run now and pay it: at most 3 of them. */
    validates: z.array(z.object({ nodeId: z.string(), subnetId: z.string() })),
    /** L1s whose validator manager it is, and the blockchain that the manager is on: at most 3 of them. */
    manages: z.array(z.object({ subnetId: z.string(), blockchainId: z.string() })),
  })
  .meta({ id: "FirnAddress" });

/** An address in either form. The network's prefix is checked later. */
export const addressParameter = textParameter((text) => {
  if (text.length > 100 || !/^(0x[0-9a-f]{40}|([PXC]-)?[a-z]+1[0-9a-z]+)$/i.test(text))
    throw new RangeError(text);
}, "a bech32 address with P-, X- or C- before it or without, or 0x and 40 hex digits");

export const getAddress = route({
  method: "get",
  path: "/firn/v1/addresses/{address}",
  operationId: "firnAddress",
  tag: "Firn",
  summary: "Both forms of an address, and what it is",
  description:
    "The P/X form and the 0x form of a key belong together only by its public key, which a signature reveals.",
  params: z.object({ address: addressParameter }),
  query: z.object({}),
  response: firnAddress,
});

export type FirnAddress = z.infer<typeof firnAddress>;
