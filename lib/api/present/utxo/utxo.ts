import { toHex } from "../../../avalanche/codec/bytes";
import type { OutputType } from "../../../avalanche/effects";
import { formatId, withChecksum } from "../../../avalanche/ids";
import { encodeUtxo, utxoId } from "../../../avalanche/utxo/utxo";
import type { Utxo, UtxoCredential } from "../../../contract/data/utxo";
import type { LearnedUtxoRow, UtxoRow } from "../../../store/queries/utxo";
import { unpackBytes } from "../../../store/rows/columns";
import { type Presenting, presentAmount, writeAddress, writeBytes, writeId } from "../asset";
import { ADDRESS_BYTES, blockchainIdOf, GENESIS_TX_ID, outputOf } from "./stored-output";

const UTXO_TYPES: Record<OutputType, string> = {
  "secp256k1.transfer": "transfer",
  "secp256k1.mint": "mint",
  "nft.mint": "mint",
  "nft.transfer": "transfer",
  "property.mint": "mint",
  "property.owned": "owned",
};

/** An output in the form of X and the atomic transactions; `credentials` come from the transaction that spent it. */
export function presentUtxo(as: Presenting, row: UtxoRow, credentials?: UtxoCredential[]): Utxo {
  const txId = row.tx_id ?? GENESIS_TX_ID;
  const output = outputOf(row);
  const madeOn = blockchainIdOf(as.network, row.chain);
  return {
    addresses: output.owner.addresses.map((address) => writeAddress(as, address)),
    asset: presentAmount(as, row.asset_id, row.amount),
    createdOnChainId: writeId(as, madeOn),
    consumedOnChainId: writeId(as, row.destination ?? madeOn),
    utxoId: formatId(utxoId(txId, row.output_index)),
    creationTxHash: writeId(as, txId),
    outputIndex: String(row.output_index),
    timestamp: row.created_time ?? as.dialect.unknownNumber,
    locktime: Number(row.locktime),
    threshold: row.threshold,
    utxoType: UTXO_TYPES[output.outputType],
    consumingTxHash: row.consumed_tx_id === null ? undefined : writeId(as, row.consumed_tx_id),
    consumingTxTimestamp: row.consumed_time ?? undefined,
    credentials,
    groupId: output.groupId,
    payload: output.payload && toHex(output.payload),
    utxoBytes: writeBytes(withChecksum(encodeUtxo({ txId, outputIndex: row.output_index, output }))),
  };
}

/** An output known only from the input that spent it: its creating transaction is not indexed. */
export interface UnknownUtxo {
  row: LearnedUtxoRow;
  /** Id of the spending transaction. */
  txId: Uint8Array;
  /** Unix seconds; null where nobody knows. */
  time: number | null;
  /** Blockchain id of the spending transaction's chain. */
  consumedOn: Uint8Array;
  credentials: UtxoCredential[];
}

/** Its locktime and time are unknown. Its threshold is the number of signers. */
export function presentUnknownUtxo(as: Presenting, spent: UnknownUtxo): Utxo {
  const { row, credentials } = spent;
  return {
    addresses: unpackBytes(row.owners, ADDRESS_BYTES).map((address) => writeAddress(as, address)),
    asset: presentAmount(as, row.asset_id, row.amount),
    createdOnChainId: writeId(as, row.source_chain),
    consumedOnChainId: writeId(as, spent.consumedOn),
    utxoId: formatId(utxoId(row.tx_id, row.output_index)),
    creationTxHash: writeId(as, row.tx_id),
    outputIndex: String(row.output_index),
    timestamp: as.dialect.unknownNumber,
    locktime: as.dialect.unknownNumber,
    threshold: credentials.length,
    utxoType: "transfer",
    consumingTxHash: writeId(as, spent.txId),
    consumingTxTimestamp: spent.time ?? undefined,
    credentials,
  };
}
