import type { PChainUtxo } from "@/lib/contract/data/p-chain";
import type { Utxo } from "@/lib/contract/data/utxo";

/** What a row needs of an output; amounts in base units, times in unix seconds. */
export interface UtxoRow {
  utxoId: string;
  /** The transaction that made it, and the chain it did so on. */
  txHash: string;
  outputIndex: number;
  createdOn: string;
  consumedOn: string;
  amount: string;
  /** Empty, without decimals, when Firn does not know the asset. */
  symbol: string;
  decimals: number | undefined;
  /** transfer, mint, owned or nft: an amount is only of the first. */
  form: string;
  threshold: number;
  owners: number;
  /** Of creation; undefined where it is not known. */
  time: number | undefined;
  lockedUntil?: number;
  /** End of the period it is staked for. */
  stakedUntil?: number;
  /** Only staking is possible until `lockedUntil`. */
  isStakeable: boolean;
}

/** The row of an output of any chain. */
export function utxoRowOf(utxo: PChainUtxo | Utxo): UtxoRow {
  const { utxoId, asset, addresses, createdOnChainId, consumedOnChainId } = utxo;
  const same = {
    utxoId,
    createdOn: createdOnChainId,
    consumedOn: consumedOnChainId,
    amount: asset.amount,
    symbol: asset.symbol ?? "",
    decimals: asset.denomination,
    owners: addresses.length,
  };
  if ("txHash" in utxo) {
    const lockedUntil = utxo.stakeableLocktime ?? utxo.platformLocktime ?? 0;
    return {
      ...same,
      txHash: utxo.txHash,
      outputIndex: utxo.outputIndex,
      form: "transfer",
      threshold: utxo.threshold ?? 1,
      time: utxo.blockTimestamp,
      ...(lockedUntil > 0 && { lockedUntil }),
      ...(utxo.staked === true &&
        utxo.utxoEndTimestamp !== undefined && { stakedUntil: utxo.utxoEndTimestamp }),
      isStakeable: utxo.stakeableLocktime !== undefined,
    };
  }
  return {
    ...same,
    txHash: utxo.creationTxHash,
    outputIndex: Number(utxo.outputIndex),
    form: utxo.groupId === undefined ? utxo.utxoType : "nft",
    threshold: utxo.threshold,
    time: utxo.timestamp,
    ...(utxo.locktime !== undefined && utxo.locktime > 0 && { lockedUntil: utxo.locktime }),
    isStakeable: false,
  };
}
