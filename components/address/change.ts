import type { CChainTransaction } from "@/lib/contract/data/c-chain";
import type { PChainTransaction } from "@/lib/contract/data/p-chain";
import type { XChainTransaction } from "@/lib/contract/data/x-chain";

/** An address: bech32 without a chain, and its account, as far as known. */
export interface Holder {
  key?: string;
  account?: string;
}

/**
 * Change of an address's AVAX on the transaction's chain, nAVAX. Outputs of several owners count in full, stakes remain
 * the staker's, exports leave the chain and imports come to it. Undefined when no AVAX of the address moved.
 */
export function changeOf(
  tx: PChainTransaction | XChainTransaction | CChainTransaction,
  { key = "", account }: Holder,
  avaxAssetId: string | undefined,
): bigint | undefined {
  const parts: bigint[] = [];
  const isOwn = (utxo: { addresses: string[]; asset: { assetId: string } }) =>
    utxo.asset.assetId === avaxAssetId && utxo.addresses.includes(key);
  const isLocal = (utxo: { createdOnChainId: string; consumedOnChainId: string }) =>
    utxo.createdOnChainId === utxo.consumedOnChainId;
  if ("consumedUtxos" in tx)
    for (const utxo of tx.consumedUtxos)
      if (isOwn(utxo) && isLocal(utxo)) parts.push(-BigInt(utxo.asset.amount));
  if ("emittedUtxos" in tx)
    for (const utxo of tx.emittedUtxos)
      if (isOwn(utxo) && isLocal(utxo)) parts.push(BigInt(utxo.asset.amount));
  if ("evmInputs" in tx)
    for (const { fromAddress, asset } of tx.evmInputs)
      if (fromAddress === account && asset.assetId === avaxAssetId) parts.push(-BigInt(asset.amount));
  if ("evmOutputs" in tx)
    for (const { toAddress, asset } of tx.evmOutputs)
      if (toAddress === account && asset.assetId === avaxAssetId) parts.push(BigInt(asset.amount));
  return parts.length === 0 ? undefined : parts.reduce((sum, part) => sum + part, 0n);
}
