import type { BlockchainEffect } from "../../avalanche/effects";
import { evmChainIdOf } from "../../avalanche/genesis/evm-genesis";
import type { TxContext } from "../rows/projection";

export function createBlockchain(context: TxContext, effect: BlockchainEffect): void {
  context.projection.batch.insert("blockchain", {
    position: context.position,
    blockchain_id: context.txId,
    subnet_id: effect.subnetId,
    vm_id: effect.vmId,
    name: effect.name,
    evm_chain_id: evmChainIdOf(effect.genesisData) ?? null,
  });
}
