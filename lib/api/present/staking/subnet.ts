import { formatEvmAddress } from "../../../avalanche/evm-address";
import type { PGenesis } from "../../../avalanche/genesis/genesis";
import { formatId, PRIMARY_NETWORK_ID } from "../../../avalanche/ids";
import type { SubnetOwnershipInfo } from "../../../contract/data/primary-network";
import type { Subnet } from "../../../contract/data/subnets";
import type { BlockchainRow, SubnetRow } from "../../../store/queries/subnet";
import { heightOf, unpackBytes } from "../../../store/rows/columns";
import type { Dialect } from "../../request/dialect";
import type { ServedNetwork } from "../../request/network";
import { genesisTimeOf, presentBlockchain } from "../network/blockchain";
import { presentOwner } from "../utxo/owner";
import { ADDRESS_BYTES } from "../utxo/stored-output";

interface Asked {
  network: ServedNetwork;
  dialect: Dialect;
}

/** A subnet with its blockchains. */
export function presentSubnet(
  row: SubnetRow,
  blockchains: readonly BlockchainRow[],
  { network, dialect }: Asked,
): Subnet {
  const manager = presentManager(row);
  return {
    createBlockTimestamp: row.time ?? dialect.unknownNumber,
    createBlockIndex: String(heightOf(row.position)),
    subnetId: formatId(row.subnet_id),
    ...presentOwnership(presentSubnetOwner(row, network)),
    isL1: row.converted_position !== null,
    ...(row.conversion_tx_id && { l1ConversionTransactionHash: formatId(row.conversion_tx_id) }),
    ...(manager && { l1ValidatorManagerDetails: manager }),
    blockchains: blockchains.map((blockchain) => presentBlockchain(dialect, blockchain)),
  };
}

/** The Primary Network, which comes with the genesis and has no owner. */
export function presentPrimaryNetwork(
  blockchains: readonly BlockchainRow[],
  { genesis, dialect }: Pick<Asked, "dialect"> & { genesis: PGenesis | undefined },
): Subnet {
  return {
    createBlockTimestamp: genesisTimeOf(genesis) ?? dialect.unknownNumber,
    createBlockIndex: "0",
    subnetId: formatId(PRIMARY_NETWORK_ID),
    ...presentOwnership({ addresses: [], threshold: 0, locktime: 0 }),
    isL1: false,
    blockchains: blockchains.map((blockchain) => presentBlockchain(dialect, blockchain)),
  };
}

export function presentSubnetOwner(row: SubnetRow, network: ServedNetwork): SubnetOwnershipInfo {
  const addresses = unpackBytes(row.owner_addresses, ADDRESS_BYTES);
  return presentOwner({ locktime: row.owner_locktime, threshold: row.owner_threshold, addresses }, network);
}

/** Where the validator manager of an L1 is deployed. */
export function presentManager(row: SubnetRow) {
  if (row.manager_chain_id === null || row.manager_address === null) return undefined;
  return {
    blockchainId: formatId(row.manager_chain_id),
    contractAddress: formatEvmAddress(row.manager_address),
  };
}

function presentOwnership(owner: SubnetOwnershipInfo) {
  const { addresses, threshold, locktime } = owner;
  return { ownerAddresses: addresses, threshold, locktime, subnetOwnershipInfo: owner };
}
