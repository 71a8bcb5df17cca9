import type { AddressTable } from "./address";
import type { AddressTxTable } from "./address-tx";
import type { AssetTable } from "./asset";
import type { BlockTable } from "./block";
import type { BlockchainTable } from "./blockchain";
import type { CheckpointTable } from "./checkpoint";
import type { ContainerRunTable } from "./container-run";
import type { HashTable } from "./hash";
import type { L1PointTable } from "./l1-point";
import type { L1ValidatorTable } from "./l1-validator";
import type { LearnedUtxoTable } from "./learned-utxo";
import type { LeaseTable } from "./lease";
import type { LedgerRecordTable } from "./ledger-record";
import type { NetworkTable } from "./network";
import type { RejectionTable } from "./rejection";
import type { StakeTable } from "./stake";
import type { StreamStatusTable } from "./stream-status";
import type { SubnetTable } from "./subnet";
import type { TxTable } from "./tx";
import type { UtxoTable } from "./utxo";
import type { UtxoAddressTable } from "./utxo-address";

/** Every table of the primary store: P, X and the C-Chain's atomic transactions. */
export interface PrimaryTables {
  address: AddressTable;
  address_tx: AddressTxTable;
  asset: AssetTable;
  block: BlockTable;
  blockchain: BlockchainTable;
  checkpoint: CheckpointTable;
  container_run: ContainerRunTable;
  hash: HashTable;
  l1_point: L1PointTable;
  l1_validator: L1ValidatorTable;
  learned_utxo: LearnedUtxoTable;
  lease: LeaseTable;
  ledger_record: LedgerRecordTable;
  network: NetworkTable;
  rejection: RejectionTable;
  stake: StakeTable;
  stream_status: StreamStatusTable;
  subnet: SubnetTable;
  tx: TxTable;
  utxo: UtxoTable;
  utxo_address: UtxoAddressTable;
}
