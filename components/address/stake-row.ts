import { PRIMARY_NETWORK } from "@/components/ui/chains";
import type { StakingTxType } from "@/lib/avalanche/p/txs";
import type { PChainTransaction } from "@/lib/contract/data/p-chain";

/** What a row needs of a staking transaction. Amounts in base units, times in unix seconds. */
export interface StakeRow {
  txHash: string;
  role: "Validation" | "Delegation";
  nodeId: string;
  /** Undefined for the Primary Network. */
  subnetId?: string;
  stake: string;
  symbol: string;
  decimals: number | undefined;
  start: number | undefined;
  /** End of the cycle for an auto-renewed validator; undefined when unknown. */
  end: number | undefined;
  renews: boolean;
  /** nAVAX, if the stake is rewarded. */
  reward?: string;
}

const ROLES = {
  AddValidatorTx: "Validation",
  AddDelegatorTx: "Delegation",
  AddPermissionlessValidatorTx: "Validation",
  AddPermissionlessDelegatorTx: "Delegation",
  AddAutoRenewedValidatorTx: "Validation",
} as const satisfies Record<StakingTxType, StakeRow["role"]>;

/** Transaction types that start a stake. */
export const STAKING_TYPES = Object.keys(ROLES).filter(isStaking);

function isStaking(type: string): type is StakingTxType {
  return Object.hasOwn(ROLES, type);
}

export function stakeRowOf(tx: PChainTransaction): StakeRow {
  const [staked] = tx.amountStaked;
  return {
    txHash: tx.txHash,
    role: isStaking(tx.txType) ? ROLES[tx.txType] : "Validation",
    nodeId: tx.nodeId ?? "",
    ...(tx.subnetId !== undefined && tx.subnetId !== PRIMARY_NETWORK && { subnetId: tx.subnetId }),
    stake: staked?.amount ?? "0",
    symbol: staked?.symbol ?? "",
    decimals: staked?.denomination,
    start: tx.startTimestamp ?? tx.blockTimestamp,
    end: tx.endTimestamp,
    renews: tx.txType === "AddAutoRenewedValidatorTx",
    ...(tx.estimatedReward !== undefined && { reward: tx.estimatedReward }),
  };
}
