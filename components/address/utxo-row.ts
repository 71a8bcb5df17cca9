import type { PChainUtxo } from "@/lib/contract/data/p-chain";
import type { Utxo } from "@/lib/contract/data/utxo";

/** What a row needs of an output. Amounts in base units, times in unix seconds. */
export interface UtxoRow {
  utxoId: string;
  /** The transaction that created it. */
  txHash: string;
  outputIndex: number;
  createdOn: string;
  consumedOn: string;
  amount: string;
  /** Empty, without decimals, for an unknown asset. */
  symbol: string;
  decimals: number | undefined;
  /** transfer, mint, owned or nft. Only a transfer has an amount. */
  form: string;
  threshold: number;
  owners: number;
  /** Time of creation; undefined when unknown. */
  time: number | undefined;
  lockedUntil?: number;
  /** End of its staking period. */
  stakedUntil?: number;
  /** Until `lockedUntil` it can only be staked. */
  isStakeable: boolean;
}

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
