import type { CheckpointTable, LeaseTable, StreamChangeTable, StreamStatusTable } from "../bookkeeping";
import type { AddressTable } from "../chain";
import type {
  ActivePeriodTable,
  ActiveWindowTable,
  ChainActivityTable,
  DeployerDayTable,
  DeployerTable,
  PartyTable,
  SenderTable,
} from "./activity";
import type {
  AddressActivityTable,
  AddressEpochTable,
  EpochTable,
  EvmBlockBodyTable,
  EvmBlockTable,
  EvmHashTable,
  EvmNetworkTable,
  EvmSignerTable,
  EvmTransactionTable,
  HistoryTable,
  InternalTransactionTable,
  LogBodyTable,
  LogTermTable,
  MessageStepTable,
  TxFailureTable,
} from "./chain";
import type {
  MetadataUpdateTable,
  NftAttributeTable,
  NftCollectionTable,
  NftMetadataTable,
  NftTable,
} from "./nfts";
import type {
  ApprovalTable,
  CoinWrapTable,
  ContractQuestionTable,
  ContractTable,
  NftApprovalTable,
  TokenBalanceTable,
  TokenTable,
  TokenTransferTable,
  UncomparedTokenTable,
} from "./tokens";

/** Every table of the store of one EVM chain. */
export interface EvmTables {
  active_period: ActivePeriodTable;
  active_window: ActiveWindowTable;
  address: AddressTable;
  address_activity: AddressActivityTable;
  address_epoch: AddressEpochTable;
  approval: ApprovalTable;
  nft_approval: NftApprovalTable;
  block: EvmBlockTable;
  block_body: EvmBlockBodyTable;
  chain_activity: ChainActivityTable;
  checkpoint: CheckpointTable;
  coin_wrap: CoinWrapTable;
  contract: ContractTable;
  contract_question: ContractQuestionTable;
  deployer: DeployerTable;
  deployer_day: DeployerDayTable;
  epoch: EpochTable;
  hash: EvmHashTable;
  history: HistoryTable;
  internal_transaction: InternalTransactionTable;
  lease: LeaseTable;
  log_body: LogBodyTable;
  log_term: LogTermTable;
  message_step: MessageStepTable;
  metadata_update: MetadataUpdateTable;
  network: EvmNetworkTable;
  nft: NftTable;
  nft_attribute: NftAttributeTable;
  nft_collection: NftCollectionTable;
  nft_metadata: NftMetadataTable;
  party: PartyTable;
  sender: SenderTable;
  signer: EvmSignerTable;
  stream_change: StreamChangeTable;
  stream_status: StreamStatusTable;
  token: TokenTable;
  token_balance: TokenBalanceTable;
  token_transfer: TokenTransferTable;
  transaction: EvmTransactionTable;
  tx_failure: TxFailureTable;
  uncompared_token: UncomparedTokenTable;
}
