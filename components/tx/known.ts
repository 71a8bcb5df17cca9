import type { CChainTransaction } from "@/lib/contract/data/c-chain";
import type { PChainTransaction } from "@/lib/contract/data/p-chain";
import type { AssetAmount } from "@/lib/contract/data/primary-network";
import type { Utxo } from "@/lib/contract/data/utxo";
import type { XChainTransaction } from "@/lib/contract/data/x-chain";

/** What Firn's API knows of a transaction besides its bytes, in one form for all chains. Ids are cb58. */
export interface KnownTx {
  txHash: string;
  /** Chain time, unix seconds. For what a vertex held, when this node accepted it live; absent if it did so later. */
  time?: number | undefined;
  consumed: KnownUtxo[];
  /** Includes outputs that are in no bytes: those that a reward pays. */
  emitted: KnownUtxo[];
  /** Inputs minus outputs and L1 balances by asset, base units. Negative if more was minted. */
  fees: { assetId: string; amount: string }[];
  /** 0x hex. */
  memo?: string;
  /** The P-Chain's answer, which has more fields. */
  pChain?: PChainTransaction;
}

/** An output and what became of it. */
export interface KnownUtxo {
  utxoId: string;
  /** The transaction that created it. */
  txHash: string;
  outputIndex: number;
  /** bech32 without a chain prefix. */
  addresses: string[];
  threshold: number;
  consumingTxHash?: string | undefined;
  /** Paid as a reward, so not in the bytes of the transaction. */
  isReward: boolean;
  /** When its stake is unlocked, unix seconds. */
  stakedUntil?: number | undefined;
}

/** The P-Chain's answer in the common form. */
export function knownOfP(answer: PChainTransaction): KnownTx {
  const utxoOf = (utxo: PChainTransaction["emittedUtxos"][number]): KnownUtxo => ({
    utxoId: utxo.utxoId,
    txHash: utxo.txHash,
    outputIndex: utxo.outputIndex,
    addresses: utxo.addresses,
    threshold: utxo.threshold ?? 1,
    consumingTxHash: utxo.consumingTxHash,
    isReward: utxo.rewardType !== undefined,
    stakedUntil: utxo.utxoEndTimestamp ?? answer.endTimestamp,
  });
  return {
    txHash: answer.txHash,
    time: answer.blockTimestamp,
    consumed: answer.consumedUtxos.map(utxoOf),
    emitted: answer.emittedUtxos.map(utxoOf),
    fees: differences(answer.amountBurned, answer.amountL1ValidatorBalanceBurned),
    ...(answer.memo !== undefined && { memo: answer.memo }),
    pChain: answer,
  };
}

/** The X-Chain's answer, or an atomic transaction of the C-Chain, in the common form. */
export function knownOfX(answer: XChainTransaction | CChainTransaction): KnownTx {
  return {
    txHash: answer.txHash,
    time: answer.timestamp,
    consumed: ("consumedUtxos" in answer ? answer.consumedUtxos : []).map(utxoOfX),
    emitted: ("emittedUtxos" in answer ? answer.emittedUtxos : []).map(utxoOfX),
    fees: differences(answer.amountUnlocked, answer.amountCreated),
    memo: answer.memo,
  };
}

/** `from` minus `less`, by asset. */
export function differences(
  from: readonly AssetAmount[],
  less: readonly AssetAmount[],
): { assetId: string; amount: string }[] {
  const sums = new Map<string, bigint>();
  for (const { assetId, amount } of from) sums.set(assetId, (sums.get(assetId) ?? 0n) + BigInt(amount));
  for (const { assetId, amount } of less) sums.set(assetId, (sums.get(assetId) ?? 0n) - BigInt(amount));
  return [...sums].map(([assetId, amount]) => ({ assetId, amount: String(amount) }));
}

function utxoOfX(utxo: Utxo): KnownUtxo {
  return {
    utxoId: utxo.utxoId,
    txHash: utxo.creationTxHash,
    outputIndex: Number(utxo.outputIndex),
    addresses: utxo.addresses,
    threshold: utxo.threshold,
    consumingTxHash: utxo.consumingTxHash,
    isReward: false,
  };
}
