import { z } from "zod";
import { P_TXS, type PTxType } from "../../avalanche/p/txs";
import type { Upgrade } from "../../avalanche/transaction";
import { X_TXS, type XTxType } from "../../avalanche/x/txs";
import {
  assetAmount,
  blsCredentials,
  genesisData,
  l1ValidatorManagerDetails,
  subnetOwnershipInfo,
} from "./primary-network";

/** Shapes of the P-Chain. Fields that do not apply are left out, never null. Times are unix seconds. */

/** Upgrades whose transaction types are in the SDKs' closed list. */
const SDK_UPGRADES: readonly Upgrade[] = ["apricot", "banff", "durango", "etna"];

/** Transaction types that SDKs know. Later ones have their names for Firn's clients, and are UNKNOWN for SDKs. */
export const SDK_P_TX_TYPES: ReadonlySet<PTxType> = new Set(
  P_TXS.filter(({ since }) => SDK_UPGRADES.includes(since)).map(({ name }) => name),
);

const P_TX_TYPES = P_TXS.map(({ name }) => name);

export const pChainTxType = z.enum([...P_TX_TYPES, "UNKNOWN"]).meta({ id: "PChainTransactionType" });

/** Values of the filter `txTypes`: the P-Chain's and the X-Chain's, each once. */
export const PRIMARY_NETWORK_TX_TYPES: readonly (PTxType | XTxType | "UNKNOWN")[] = [
  ...new Set([...P_TX_TYPES, ...X_TXS.map(({ name }) => name)]),
  "UNKNOWN",
];

/** Blocks from before Banff have no time of their own. */
export const pChainTime = z.number().optional().meta({
  description:
    "Chain time, unix seconds. Left out for blocks from before Banff where neither the network's genesis nor an earlier block says it.",
});

export const pChainUtxo = z
  .object({
    /** bech32 without a chain prefix. */
    addresses: z.array(z.string()),
    asset: assetAmount,
    createdOnChainId: z.string(),
    /** Chain on which it can be or was spent: the destination of an export, otherwise the P-Chain. */
    consumedOnChainId: z.string(),
    utxoId: z.string(),
    /** The transaction that created it; for rewards, the staking transaction. */
    txHash: z.string(),
    outputIndex: z.int(),
    /** Same as in `asset`. */
    amount: z.string(),
    assetId: z.string(),
    /** Block and time of creation; absent if it was created on a chain that is not indexed. Empty and 0 for SDKs. */
    blockNumber: z.string().optional(),
    blockTimestamp: z.number().optional(),
    /** STAKE: inside a stakeable-lock wrapper. `staked` says whether it is staked. */
    utxoType: z.enum(["STAKE", "TRANSFER"]),
    consumingTxHash: z.string().optional(),
    consumingBlockNumber: z.string().optional(),
    consumingBlockTimestamp: z.number().optional(),
    platformLocktime: z.number().optional(),
    stakeableLocktime: z.number().optional(),
    staked: z.boolean().optional(),
    threshold: z.int().optional(),
    utxoStartTimestamp: z.number().optional(),
    utxoEndTimestamp: z.number().optional(),
    rewardType: z.enum(["VALIDATOR", "DELEGATOR", "VALIDATOR_FEE"]).optional(),
    /** 0x hex of the codec bytes and the last 4 bytes of their sha256, as in `platform.getUTXOs`. */
    utxoBytes: z.string().optional(),
  })
  .meta({ id: "PChainUtxo" });

/** An L1 validator just after the transaction. `weight` and the nAVAX amounts are numbers, rounded above 2^53. */
export const l1ValidatorDetails = z
  .object({
    validationId: z.string(),
    validationIdHex: z.string(),
    nodeId: z.string(),
    subnetId: z.string(),
    weight: z.number(),
    /** Absent without the genesis, 0 for SDKs. */
    remainingBalance: z.number().optional(),
    /** Negative if balance is refunded. */
    balanceChange: z.number().optional(),
    /** The proof is known for validators whose transaction contains it. */
    blsCredentials: blsCredentials.partial({ proofOfPossession: true }).optional(),
  })
  .meta({ id: "L1ValidatorDetailsTransaction" });

export const pChainTransaction = z
  .object({
    txHash: z.string(),
    txType: pChainTxType,
    blockTimestamp: pChainTime,
    blockNumber: z.string(),
    blockHash: z.string(),
    consumedUtxos: z.array(pChainUtxo),
    emittedUtxos: z.array(pChainUtxo),
    /** Sum of the emitted UTXOs by asset. */
    value: z.array(assetAmount),
    /** Inputs minus outputs by asset: the fee, and what was added to L1 validator balances. */
    amountBurned: z.array(assetAmount),
    amountStaked: z.array(assetAmount),
    amountL1ValidatorBalanceBurned: z.array(assetAmount),
    sourceChain: z.string().optional(),
    destinationChain: z.string().optional(),
    /** For an auto-renewed validator these two and the reward are those of its current or last cycle. */
    startTimestamp: z.number().optional(),
    endTimestamp: z.number().optional(),
    delegationFeePercent: z.string().optional(),
    nodeId: z.string().optional(),
    subnetId: z.string().optional(),
    l1ValidatorManagerDetails: l1ValidatorManagerDetails.optional(),
    l1ValidatorDetails: z.array(l1ValidatorDetails).optional(),
    /** Reward of the period in nAVAX if it is rewarded, fixed at the start. */
    estimatedReward: z.string().optional(),
    rewardTxHash: z.string().optional(),
    /** Owners of the stake's reward, then of a validator's share of its delegators' rewards, each address once. */
    rewardAddresses: z.array(z.string()).optional(),
    memo: z.string().optional(),
    stakingTxHash: z.string().optional(),
    subnetOwnershipInfo: subnetOwnershipInfo.optional(),
    blsCredentials: blsCredentials.optional(),
    blockchainInfo: z
      .object({ chainName: z.string(), vmId: z.string(), genesisData: genesisData.optional() })
      .optional(),
  })
  .meta({ id: "PChainTransaction" });

export type PChainTxType = z.infer<typeof pChainTxType>;
export type PChainUtxo = z.infer<typeof pChainUtxo>;
export type L1ValidatorDetails = z.infer<typeof l1ValidatorDetails>;
export type PChainTransaction = z.infer<typeof pChainTransaction>;
