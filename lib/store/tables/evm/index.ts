import type { AddressTable } from "../address";
import type { CheckpointTable } from "../checkpoint";
import type { LeaseTable } from "../lease";
import type { StreamStatusTable } from "../stream-status";
import type { AddressActivityTable } from "./address-activity";
import type { AddressEpochTable } from "./address-epoch";
import type { EvmBlockTable } from "./block";
import type { EvmBlockBodyTable } from "./block-body";
import type { ChainActivityTable } from "./chain-activity";
import type { ContractTable } from "./contract";
import type { EpochTable } from "./epoch";
import type { EvmHashTable } from "./hash";
import type { InternalTransactionTable } from "./internal-transaction";
import type { MetadataUpdateTable } from "./metadata-update";
import type { EvmNetworkTable } from "./network";
import type { NftTable } from "./nft";
import type { NftMetadataTable } from "./nft-metadata";
import type { TeleporterMessageTable } from "./teleporter-message";
import type { TokenTable } from "./token";
import type { TokenBalanceTable } from "./token-balance";
import type { TokenTransferTable } from "./token-transfer";
import type { EvmTransactionTable } from "./transaction";

/** Every table of the store of one EVM chain. */
export interface EvmTables {
  address: AddressTable;
  address_activity: AddressActivityTable;
  address_epoch: AddressEpochTable;
  block: EvmBlockTable;
  block_body: EvmBlockBodyTable;
  chain_activity: ChainActivityTable;
  checkpoint: CheckpointTable;
  contract: ContractTable;
  epoch: EpochTable;
  hash: EvmHashTable;
  internal_transaction: InternalTransactionTable;
  lease: LeaseTable;
  metadata_update: MetadataUpdateTable;
  network: EvmNetworkTable;
  nft: NftTable;
  nft_metadata: NftMetadataTable;
  stream_status: StreamStatusTable;
  teleporter_message: TeleporterMessageTable;
  token: TokenTable;
  token_balance: TokenBalanceTable;
  token_transfer: TokenTransferTable;
  transaction: EvmTransactionTable;
}
