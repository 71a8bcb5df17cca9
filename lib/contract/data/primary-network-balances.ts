import { z } from "zod";
import { narrow, route } from "../route";
import {
  addressesParameter,
  blockchainIdParameter,
  integerParameter,
  MAX_ADDRESSES,
  networkParameter,
} from "./parameters";
import { assetAmount, primaryNetworkChainInfo } from "./primary-network";

/** Balances on P, X and in atomic memory: one element per asset, and per other chain if it is shared. */

const balance = assetAmount.extend({ utxoCount: z.int() }).meta({ id: "AggregatedAssetAmount" });

/** In atomic memory: exported and not yet imported. */
const shared = balance.extend({ sharedWithChainId: z.string() }).meta({ id: "SharedAssetBalance" });

const pChainShared = shared
  .extend({ status: z.enum(["pendingExport", "pendingImport"]) })
  .meta({ id: "PChainSharedAsset" });

export const pChainBalances = z
  .object({
    unlockedUnstaked: z.array(balance),
    /** Returned unlocked at the end of the period. */
    unlockedStaked: z.array(balance),
    /** Cannot be used at all until a time. */
    lockedPlatform: z.array(balance),
    /** Can only be staked until a time. */
    lockedStakeable: z.array(balance),
    /** Returned locked, as the lock is now. */
    lockedStaked: z.array(balance),
    /** Stake of a period that has not started. */
    pendingStaked: z.array(balance),
    atomicMemoryUnlocked: z.array(pChainShared),
    atomicMemoryLocked: z.array(pChainShared),
  })
  .meta({ id: "PChainBalance" });

export const xChainBalances = z
  .object({
    locked: z.array(balance),
    unlocked: z.array(balance),
    atomicMemoryUnlocked: z.array(shared),
    atomicMemoryLocked: z.array(shared),
  })
  .meta({ id: "XChainBalances" });

export const cChainBalances = z
  .object({ atomicMemoryUnlocked: z.array(shared), atomicMemoryLocked: z.array(shared) })
  .meta({ id: "CChainAtomicBalances" });

/** The balances of one chain. */
function balancesOf<T extends z.ZodType>(balances: T) {
  return z.object({ balances, chainInfo: primaryNetworkChainInfo });
}

const listPChainBalancesResponse = balancesOf(pChainBalances).meta({ id: "ListPChainBalancesResponse" });
const listXChainBalancesResponse = balancesOf(xChainBalances).meta({ id: "ListXChainBalancesResponse" });
const listCChainBalancesResponse = balancesOf(cChainBalances).meta({
  id: "ListCChainAtomicBalancesResponse",
});

export const getBalancesByAddresses = route({
  method: "get",
  path: "/v1/networks/{network}/blockchains/{blockchainId}/balances",
  operationId: "getBalancesByAddresses",
  tag: "Primary Network Balances",
  summary: "Get balances",
  description:
    "What addresses own together on one Primary Network chain, or owned after its last block with a time up to blockTimestamp. An output with several owners counts in full for any of them, and once for all. Locks and stakes are as of that time. For the C-Chain, only atomic memory. Exports that have not been imported count on both chains.",
  params: z.object({ network: networkParameter, blockchainId: blockchainIdParameter }),
  query: z.object({
    addresses: addressesParameter({ max: MAX_ADDRESSES, chains: "P-, X- or C-" }),
    blockTimestamp: integerParameter({
      min: 0,
      form: "unix seconds, an integer from the time of the genesis to that of the newest indexed block",
    }).optional(),
  }),
  response: z.union([listPChainBalancesResponse, listXChainBalancesResponse, listCChainBalancesResponse]),
});

/** The route for one chain, for callers that name the chain and so know the shape. */
export const getPChainBalances = narrow(getBalancesByAddresses, listPChainBalancesResponse);
export const getXChainBalances = narrow(getBalancesByAddresses, listXChainBalancesResponse);
export const getCChainBalances = narrow(getBalancesByAddresses, listCChainBalancesResponse);

export type AggregatedAssetAmount = z.infer<typeof balance>;
export type PChainBalances = z.infer<typeof pChainBalances>;
export type XChainBalances = z.infer<typeof xChainBalances>;
export type CChainBalances = z.infer<typeof cChainBalances>;
