import type { BlockchainEffect } from "../../avalanche/effects";
import { evmChainIdOf } from "../../avalanche/genesis/evm-genesis";
import { type EffectHandlers, needsNothing } from "./handler";

export const blockchainHandlers: EffectHandlers<BlockchainEffect> = {
  "blockchain.created": {
    addNeeds: needsNothing,
    rows({ projection, position, txId }, effect) {
      projection.batch.insert("blockchain", {
        position,
        blockchain_id: txId,
        subnet_id: effect.subnetId,
        vm_id: effect.vmId,
        name: effect.name,
        evm_chain_id: evmChainIdOf(effect.genesisData) ?? null,
      });
    },
  },
};
