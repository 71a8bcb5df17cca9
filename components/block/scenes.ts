import type { NetworkFacts, Outcome, Scene } from "@/components/effects/scene";
import { type BlockInside, type ChainTx, effectsOfTx } from "./inside";
import { signersOf } from "./tx-codec";

/** What a transaction's scene takes from around it. */
export interface Surroundings {
  network: NetworkFacts;
  /** Chain time of the block, unix seconds. */
  time: bigint;
  /** How the block's proposal was decided, if it is one and was. */
  outcome: Outcome | undefined;
}

/** Transactions of a block, all unless given, as scenes in the order in which they take effect. @throws DataError */
export function scenesOf(
  block: BlockInside,
  around: Surroundings,
  txs: readonly ChainTx[] = block.txs,
): { tx: ChainTx; scene: Scene }[] {
  return txs.map((tx) => ({ tx, scene: sceneOf(tx, block, around) }));
}

/** One transaction of `block` as a scene. @throws DataError when a message inside does not fit its type */
export function sceneOf(tx: ChainTx, block: BlockInside, { network, time, outcome }: Surroundings): Scene {
  const decided = outcome !== undefined && tx === block.pBlock?.proposalTx;
  const effects = effectsOfTx(block.chain, tx);
  return {
    chain: block.chain,
    effects,
    txId: tx.txId,
    time,
    network,
    ...(decided && { outcome }),
    signers: () => tx.credentials.flatMap((_, index) => signersOf(tx, index, effects)),
  };
}
