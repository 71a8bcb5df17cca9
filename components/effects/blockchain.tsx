import type { BlockchainEffect } from "@/lib/avalanche/effects";
import type { Tellers } from "./scene";
import { saySubnet, tell } from "./words";

/** Words of blockchains. Names are free text: quoted, so that they can't pass for ours. */
export const blockchainTellers: Tellers<BlockchainEffect> = {
  "blockchain.created": {
    rank: 6,
    say: (effect) =>
      tell("Create", "Created", `blockchain “${effect.name}” on ${saySubnet(effect.subnetId)}`),
  },
};
