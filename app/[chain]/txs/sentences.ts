import { networkFacts } from "@/app/[chain]/network";
import { insideOf, readContainer, readOutcome, requireStatus, withAssets } from "@/app/[chain]/read";
import { toResult } from "@/app/server";
import { txContexts } from "@/components/block/tx-contexts";
import { describeTx } from "@/components/effects/describe-tx";
import type { NetworkFacts } from "@/components/effects/tx-context";
import type { Chain } from "@/components/ui/chains";
import { formatId } from "@/lib/avalanche/ids";
import { FirnError } from "@/lib/errors";

/**
 * Sentences about the transactions of some blocks (by height) or vertices (by id), by transaction id in cb58. They are
 * decoded here from the blocks' bytes, so that lists need no decoder in the browser. Unreadable blocks are left out.
 * @throws FirnError without a status
 */
export async function describeBlocks(chain: Chain, names: Iterable<string>): Promise<Record<string, string>> {
  const network = networkFacts(await requireStatus());
  const described = await Promise.all(
    [...new Set(names)].map(async (name) => describeBlock(chain, name, network)),
  );
  return Object.fromEntries(described.flat());
}

async function describeBlock(chain: Chain, name: string, facts: NetworkFacts): Promise<[string, string][]> {
  const container = await toResult(readContainer(chain, name));
  if (container instanceof FirnError) return [];
  const block = insideOf(container);
  const network = await withAssets(facts, [block]);
  // Sentences in the present tense do not look at the time, which blocks before Banff do not hold.
  const blockContext = { network, time: block.pBlock?.time ?? 0n, outcome: await readOutcome(block) };
  return txContexts(block, blockContext).map(({ context }) => [
    formatId(context.txId),
    describeTx(context).present,
  ]);
}
