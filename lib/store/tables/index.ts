import type {
  CheckpointTable,
  ContainerRunTable,
  LeaseTable,
  LedgerRecordTable,
  NetworkTable,
  RejectionTable,
  StreamChangeTable,
  StreamStatusTable,
  VerbDurationTable,
} from "./bookkeeping";
import type {
  AddressTable,
  AddressTxTable,
  BlockTable,
  HashTable,
  LiveSpanTable,
  SignerTable,
  TxTable,
  VertexTable,
} from "./chain";
import type {
  BlockchainTable,
  L1PointTable,
  L1ValidatorTable,
  StakeCycleTable,
  StakeTable,
  SubnetTable,
} from "./staking";
import type {
  AssetTable,
  AssetTxTable,
  LearnedUtxoTable,
  RewardOwnerTable,
  SharedOwnerTable,
  UtxoTable,
} from "./utxo";

/** Every table of the primary store: P, X and the C-Chain's atomic transactions. */
export interface PrimaryTables {
  address: AddressTable;
  address_tx: AddressTxTable;
  asset: AssetTable;
  asset_tx: AssetTxTable;
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
  live_span: LiveSpanTable;
  network: NetworkTable;
  rejection: RejectionTable;
  reward_owner: RewardOwnerTable;
  shared_owner: SharedOwnerTable;
  signer: SignerTable;
  stake: StakeTable;
  stake_cycle: StakeCycleTable;
  stream_change: StreamChangeTable;
  stream_status: StreamStatusTable;
  subnet: SubnetTable;
  tx: TxTable;
  utxo: UtxoTable;
  verb_duration: VerbDurationTable;
  vertex: VertexTable;
}
