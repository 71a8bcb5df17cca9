import { z } from "zod";
import { evmChainIdParameter, richAddress } from "../data/evm";
import { route } from "../route";

/** Numbers are decimal digits: the fee manager may set any. @source subnet-evm commontype/fee_config.go */
const feeConfig = z.object({
  gasLimit: z.string(),
  targetBlockRate: z.string(),
  minBaseFee: z.string(),
  targetGas: z.string(),
  baseFeeChangeDenominator: z.string(),
  minBlockGasCost: z.string(),
  maxBlockGasCost: z.string(),
  blockGasCostStep: z.string(),
});

/** A precompile that a chain may configure, after the node's last block. */
const chainPrecompile = z.object({
  contract: richAddress,
  isActive: z.boolean(),
  /** Unix seconds of the upgrade that switched it on, as configured. */
  since: z.int().optional(),
  /** Whether an allow list says who may use it. */
  hasRoles: z.boolean(),
  /** Accounts that have a role now, of those that the configuration or an event names. At most 200. */
  roles: z.array(z.object({ account: richAddress, role: z.enum(["admin", "manager", "enabled"]) })),
  /** Why the roles are not all known. */
  withoutRoles: z.string().optional(),
});

export const chainRules = z
  .object({
    /** Of AvalancheGo and subnet-evm, in their order: `Durango`, `Etna`. */
    upgrades: z.array(z.object({ name: z.string(), isActive: z.boolean() })),
    precompiles: z.array(chainPrecompile),
    /** Absent on the C-Chain, whose fees follow the network's rules. */
    fees: feeConfig.extend({ lastChangedBlock: z.string() }).optional(),
    /** Who gets the fees; absent without the reward manager. */
    rewards: z.object({ address: richAddress, feeRecipientsAllowed: z.boolean() }).optional(),
    /** Changes by the node's upgrade file, in their order. */
    changes: z.array(
      z.object({
        /** Unix seconds. */
        timestamp: z.int(),
        /** The precompile; absent for a change of accounts. */
        contract: richAddress.optional(),
        /** Whether it is switched on or off, or how many accounts change. */
        isOn: z.boolean().optional(),
        accountCount: z.int().optional(),
      }),
    ),
    /** Why any of it is not known. */
    without: z.string().optional(),
  })
  .meta({ id: "FirnChainRules" });
export type ChainRules = z.infer<typeof chainRules>;

export const getChainRules = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/rules",
  operationId: "firnChainRules",
  tag: "Firn",
  summary: "The rules of an EVM chain",
  description:
    "What a block costs, who may deploy, send and mint, and who may change that: asked of the chain’s node.",
  params: z.object({ chainId: evmChainIdParameter }),
  query: z.object({}),
  response: chainRules,
});
