import { z } from "zod";
import { LINK_TYPES } from "./data/evm-contracts";

/** The files in the operator's folder FIRN_LABELS. */

const text = z.string().trim().min(1).max(10_000);
const link = z.url({ protocol: /^https?$/ });
/** An image may also be embedded in the file, or be behind a gateway. */
const image = z.string().regex(/^(https?|ipfs|data):/, "must be a URL: https:, http:, ipfs: or data:");
const evmAddress = z.string().regex(/^0x[0-9a-f]{40}$/i, "must be 0x and 40 hex digits");
const evmChainId = z.string().regex(/^\d{1,15}$/, "must be an EVM chain id in decimal digits");

/** An operator's label of an address, contract or not. */
const addressLabel = z.strictObject({
  name: text.optional(),
  description: text.optional(),
  officialSite: link.optional(),
  email: z.email().optional(),
  logoUri: image.optional(),
  bannerUri: image.optional(),
  color: text.optional(),
  resourceLinks: z.array(z.strictObject({ type: z.enum(LINK_TYPES), url: link })).optional(),
  tags: z.array(text).optional(),
});
export type AddressLabel = z.output<typeof addressLabel>;

/** An operator's label of a chain. */
const chainLabel = z.strictObject({
  name: text.optional(),
  description: text.optional(),
  logoUri: image.optional(),
  explorerUrl: link.optional(),
  wsUrl: z.url({ protocol: /^wss?$/ }).optional(),
  multicall: evmAddress.optional(),
  networkToken: z
    .strictObject({
      name: text.optional(),
      symbol: text.optional(),
      logoUri: image.optional(),
      description: text.optional(),
    })
    .optional(),
});
export type ChainLabel = z.output<typeof chainLabel>;

/** Labels by EVM chain id and by address on the chain. */
export const labelsFile = z.strictObject({
  chains: z.record(
    evmChainId,
    chainLabel.extend({ addresses: z.record(evmAddress, addressLabel).optional() }),
  ),
});

const ranges = z.record(z.string(), z.array(z.object({ start: z.int().min(0), length: z.int().min(1) })));

/** Foundry writes an object, Hardhat hex; an artifact without code of its own has none of either. */
const bytecode = z
  .union([
    z.string().transform((object) => ({ object, immutableReferences: undefined })),
    z.object({ object: z.string(), immutableReferences: ranges.optional().catch(undefined) }),
  ])
  .optional()
  .catch(undefined);

/**
 * An ABI as compilers write it, bare or in an artifact, which has the code that goes with it. Entries without a name are
 * ignored.
 */
export const abiFile = z
  .union([
    z.array(z.unknown()).transform((abi) => ({ abi })),
    z.object({
      abi: z.array(z.unknown()),
      bytecode,
      deployedBytecode: bytecode,
      /** Where Hardhat 3 says what Foundry says within the code. */
      immutableReferences: ranges.optional().catch(undefined),
    }),
  ])
  .transform((file) => {
    if (!("deployedBytecode" in file)) return { abi: file.abi };
    const { abi, bytecode: creation, deployedBytecode: runtime, immutableReferences: own } = file;
    return {
      abi,
      ...(creation && { creation: { object: creation.object } }),
      ...(runtime && {
        runtime: { object: runtime.object, immutables: runtime.immutableReferences ?? own },
      }),
    };
  });
export type AbiFile = z.output<typeof abiFile>;

/** Names that are no identifiers are dropped: pages show them. */
const parameterName = z
  .string()
  .regex(/^[\w$]{0,100}$/)
  .catch("");

const parameter = z.object({
  name: parameterName.default(""),
  type: z.string().regex(/^[a-z0-9[\]]{1,100}$/),
  indexed: z.boolean().optional(),
  get components() {
    return z.array(parameter).optional();
  },
});

/** The parts of a function, an event or an error that its signature and its values need. */
export const abiEntry = z.object({
  type: z.enum(["function", "event", "error"]),
  name: z.string().regex(/^[\w$]{1,200}$/),
  inputs: z.array(parameter),
  outputs: z.array(parameter).catch([]).default([]),
  stateMutability: z.enum(["pure", "view", "nonpayable", "payable"]).optional().catch(undefined),
  /** Of compilers before `stateMutability`. */
  constant: z.boolean().optional().catch(undefined),
  anonymous: z.boolean().optional(),
});

/** What a constructor takes. */
export const abiConstructor = z.object({ type: z.literal("constructor"), inputs: z.array(parameter) });
