import { networkFacts } from "@/app/[chain]/network";
import { insideOf, readContainer, requireStatus } from "@/app/[chain]/read";
import { readTold } from "@/app/[chain]/told";
import { toResult } from "@/app/server";
import { txContexts } from "@/components/block/tx-contexts";
import { describeTx } from "@/components/effects/describe-tx";
import type { NetworkFacts } from "@/components/effects/tx-context";
import { containerName, type ListedTx, rowFactsOf } from "@/components/list/tx/tx-facts";
import type { TxPage } from "@/components/list/tx/tx-list";
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

/** A page of transactions, cut down to its rows, each with its sentence. @throws FirnError without a status */
export async function withSentences(
  chain: Chain,
  page: { nextPageToken?: string | undefined; transactions: readonly ListedTx[] },
): Promise<TxPage> {
  const rows = page.transactions.map(rowFactsOf);
  const sentences = await describeBlocks(chain, rows.map(containerName));
  return { nextPageToken: page.nextPageToken, rows, sentences };
}

async function describeBlock(chain: Chain, name: string, facts: NetworkFacts): Promise<[string, string][]> {
  const container = await toResult(readContainer(chain, name));
  if (container instanceof FirnError) return [];
  const block = insideOf(container);
  const { outcome } = container;
  const blockContext = {
    ...(await readTold(facts, { ...block, outcome })),
    // Blocks before Banff hold none; the start of a staking period is told by the API.
    time: block.pBlock?.time,
    outcome,
  };
  return txContexts(block, blockContext).map(({ context }) => [formatId(context.txId), describeTx(context)]);
}
