import type { PGenesis } from "../../../avalanche/genesis/genesis";
import { formatId, PRIMARY_NETWORK_ID } from "../../../avalanche/ids";
import type { Blockchain } from "../../../contract/data/blockchains";
import type { BlockchainRow } from "../../../store/queries/subnet";
import { heightOf } from "../../../store/rows/columns";
import type { Dialect } from "../../request/dialect";

/** A blockchain without its genesis data. */
export function presentBlockchain(dialect: Dialect, row: BlockchainRow): Blockchain {
  const height = heightOf(row.position);
  return {
    createBlockTimestamp: row.time ?? dialect.unknownNumber,
    createBlockNumber: String(height === 0 ? GENESIS_NUMBER : height),
    blockchainId: formatId(row.blockchain_id),
    vmId: formatId(row.vm_id),
    subnetId: formatId(row.subnet_id),
    blockchainName: row.name,
    evmChainId: row.evm_chain_id ?? dialect.noEvmChainId,
  };
}

/** The P-Chain, which no transaction creates. */
export function presentPChain({
  dialect,
  genesis,
}: {
  dialect: Dialect;
  genesis: PGenesis | undefined;
}): Blockchain {
  return {
    createBlockTimestamp: genesisTimeOf(genesis) ?? dialect.unknownNumber,
    createBlockNumber: String(GENESIS_NUMBER),
    blockchainId: formatId(PRIMARY_NETWORK_ID),
    vmId: "platformvm",
    subnetId: formatId(PRIMARY_NETWORK_ID),
    blockchainName: "P-Chain",
    evmChainId: dialect.noEvmChainId,
  };
}

/** Unix seconds; undefined where the genesis is not known. */
export function genesisTimeOf(genesis: PGenesis | undefined): number | undefined {
  return genesis && Number(genesis.time);
}

/** Block number of what the genesis creates, as the public API writes it. */
const GENESIS_NUMBER = -1;
