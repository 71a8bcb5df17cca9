import { networkFacts } from "@/app/[chain]/network";
import { blockOf, readContainer, readOutcome, requireStatus } from "@/app/[chain]/read";
import { settle } from "@/app/server";
import { scenesOf } from "@/components/block/scenes";
import type { NetworkFacts } from "@/components/effects/scene";
import { sentenceOf } from "@/components/effects/sentence";
import { formatId } from "@/lib/avalanche/ids";
import { FirnError } from "@/lib/errors";

/**
 * What each transaction of some blocks does, by transaction id in cb58: decoded here from the blocks' bytes, so that
 * lists need no decoder in the browser. Blocks that can't be read are left out. @throws FirnError without a status
 */
export async function tellBlocks(heights: Iterable<string>): Promise<Record<string, string>> {
  const network = networkFacts(await requireStatus());
  const told = await Promise.all([...new Set(heights)].map(async (height) => tellBlock(height, network)));
  return Object.fromEntries(told.flat());
}

async function tellBlock(height: string, network: NetworkFacts): Promise<[string, string][]> {
  const container = await settle(readContainer(height));
  if (container instanceof FirnError) return [];
  const block = blockOf(container);
  // Sentences in the present tense do not look at the time, which blocks before Banff do not hold.
  const around = { network, time: block.time ?? 0n, outcome: await readOutcome(block) };
  return scenesOf(block, around).map(({ scene }) => [formatId(scene.txId), sentenceOf(scene).present]);
}
