import type { NetworkFacts, ProposalOutcome, ToldFacts, TxContext } from "@/components/effects/tx-context";
import type { PBlock } from "@/lib/avalanche/p/block";
import { type BlockInside, type ChainTx, effectsOfTx } from "./inside";
import { signersOf } from "./tx-codec";

/** The block of a transaction, as far as it tells of the transaction. */
interface ContextBlock extends Pick<BlockInside, "chain"> {
  pBlock?: Pick<PBlock, "proposalTx">;
}

/** What the transactions of a block have in common. */
export interface BlockContext {
  network: NetworkFacts;
  /** Chain time of the block, unix seconds. */
  time: bigint | undefined;
  /** How the block's proposal was decided; undefined until then, and for blocks without one. */
  outcome: ProposalOutcome | undefined;
  /** What Firn's API says of its transactions and their bytes leave out. */
  told?: ReadonlyMap<ChainTx, ToldFacts>;
}

/**
 * Transactions of a block, all unless given, with their contexts, in order of effect.
 * @throws DataError when a message inside does not fit its type
 */
export function txContexts(
  block: ContextBlock & Pick<BlockInside, "txs">,
  blockContext: BlockContext,
  txs: readonly ChainTx[] = block.txs,
): { tx: ChainTx; context: TxContext }[] {
  return txs.map((tx) => ({ tx, context: txContext(tx, block, blockContext) }));
}

/** @throws DataError when a message inside does not fit its type */
export function txContext(
  tx: ChainTx,
  block: ContextBlock,
  { network, time, outcome, told }: BlockContext,
): TxContext {
  const decided = outcome !== undefined && tx === block.pBlock?.proposalTx;
  const effects = effectsOfTx(block.chain, tx);
  const toldOfIt = told?.get(tx);
  return {
    chain: block.chain,
    effects,
    txId: tx.txId,
    time,
    network,
    ...(decided && { outcome }),
    ...(toldOfIt !== undefined && { told: toldOfIt }),
    signers: () => tx.credentials.flatMap((_, index) => signersOf(tx, index, effects)),
  };
}
