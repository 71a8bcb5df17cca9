import type { CTx } from "../../../avalanche/c/txs";
import { toHex } from "../../../avalanche/codec/bytes";
import { formatEvmAddress } from "../../../avalanche/evm-address";
import { formatId } from "../../../avalanche/ids";
import type { CChainTransaction } from "../../../contract/data/c-chain";
import type { BlockTable } from "../../../store/tables/chain";
import { type Presenting, presentAmount } from "../asset";
import { presentConsumed, type Spending } from "../utxo/consumed-utxos";
import { presentUtxo } from "../utxo/utxo";
import { presentCredentials } from "./credential";
import { presentMoved } from "./moved-amounts";

/** Everything known of an atomic transaction of C: its decoded bytes, and facts from the store. */
export interface CTxFacts extends Spending {
  tx: CTx;
  /** Unix seconds. */
  time: number;
  block: Pick<BlockTable, "height" | "block_id">;
}

/**
 * An atomic transaction in its public form: accounts on one side, which the store does not have, and outputs on the
 * other.
 */
export function presentCTransaction(facts: CTxFacts, as: Presenting): CChainTransaction {
  const { tx, block, effects } = facts;
  const credentials = presentCredentials(tx);
  const body = {
    txHash: formatId(tx.txId),
    blockHeight: block.height,
    blockHash: toHex(block.block_id),
    timestamp: facts.time,
    memo: "0x",
    ...presentMoved(as, effects),
  };
  const here = formatId(facts.blockchainId);
  if (tx.txType === "ExportTx")
    return {
      txType: "ExportTx",
      sourceChain: here,
      destinationChain: formatId(tx.unsigned.destinationChain),
      evmInputs: tx.unsigned.inputs.map(({ address, assetId, amount }, index) => ({
        fromAddress: formatEvmAddress(address),
        asset: presentAmount(as, assetId, amount),
        credentials: credentials[index] ?? [],
      })),
      emittedUtxos: facts.emitted.map((row) => presentUtxo(as, row)),
      ...body,
    };
  return {
    txType: "ImportTx",
    sourceChain: formatId(tx.unsigned.sourceChain),
    destinationChain: here,
    evmOutputs: tx.unsigned.outputs.map(({ address, assetId, amount }) => ({
      toAddress: formatEvmAddress(address),
      asset: presentAmount(as, assetId, amount),
    })),
    consumedUtxos: presentConsumed(as, facts, credentials),
    ...body,
  };
}
