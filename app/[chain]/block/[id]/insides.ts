import { networkFacts } from "@/app/[chain]/network";
import { insideOf, requireStatus } from "@/app/[chain]/read";
import { readTold, type Told } from "@/app/[chain]/told";
import type { BlockInside, ChainTx } from "@/components/block/inside";
import type { ProposalOutcome } from "@/components/effects/tx-context";
import { type ListPosition, type ListSlice, sliceAt } from "@/components/list/position";
import type { FirnContainer } from "@/lib/contract/firn/containers";

interface Insides extends Told {
  block: BlockInside;
  slice: ListSlice<ChainTx>;
  outcome: ProposalOutcome | undefined;
}

/** Name of the list of a block's transactions, which are the atomic ones on the C-Chain. */
export function listOfBlock({ chain }: Pick<FirnContainer, "chain">): "txs" | "atomic" {
  return chain === "c" ? "atomic" : "txs";
}

/** Some transactions of the block in a container, and what is told of them besides its bytes. @throws FirnError */
export async function readInsides(container: FirnContainer, position: ListPosition): Promise<Insides> {
  const block = insideOf(container);
  const slice = sliceAt(block.txs, listOfBlock(container), position);
  const { outcome } = container;
  const status = await requireStatus();
  const { chain } = block;
  const told = await readTold(networkFacts(status), { chain, txs: [...slice.rows], outcome });
  return { block, slice, outcome, ...told };
}
