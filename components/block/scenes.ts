import type { NetworkFacts, Outcome, Scene } from "@/components/effects/scene";
import { allTxs, type PBlock } from "@/lib/avalanche/p/block";
import { effectsOf, type PTx } from "@/lib/avalanche/p/txs";
import { recoverSigners } from "@/lib/avalanche/signatures";

/** What a transaction's scene takes from around it. */
export interface Surroundings {
  network: NetworkFacts;
  /** Chain time of the block, unix seconds. */
  time: bigint;
  /** How the block's proposal was decided, if it is one and was. */
  outcome: Outcome | undefined;
}

/** The transactions of a block as scenes, in the order in which they take effect. @throws DataError */
export function scenesOf(block: PBlock, around: Surroundings): { tx: PTx; scene: Scene }[] {
  return allTxs(block).map((tx) => ({ tx, scene: sceneOf(tx, block, around) }));
}

/** One transaction of `block` as a scene. @throws DataError when a message inside does not fit its type */
export function sceneOf(tx: PTx, block: PBlock, { network, time, outcome }: Surroundings): Scene {
  const decided = outcome !== undefined && tx === block.proposalTx;
  return {
    effects: effectsOf(tx),
    txId: tx.txId,
    time,
    network,
    ...(decided && { outcome }),
    signers: () => tx.credentials.flatMap((credential) => recoverSigners(tx.unsignedBytes, credential)),
  };
}
