import { fromHex } from "../../avalanche/codec/bytes";
import type * as contract from "../../contract/firn/evm-state-changes";
import { NodeError } from "../../errors";
import { readKnownParties } from "../evm/known-parties";
import { listChanges } from "../evm/state-diff";
import { requireTransaction } from "../evm/transaction";
import type { Handler } from "../handler";

const MOST_ACCOUNTS = 100;

export const getEvmStateChanges: Handler<typeof contract.getEvmStateChanges> = async ({
  params,
  readEvm,
}) => {
  const { row, facts, nodes, labels } = await readEvm(params.chainId, async (context) => {
    const { facts, nodes, labels } = context;
    return { row: await requireTransaction(context, params.txHash), facts, nodes, labels };
  });
  const none = (without: string): contract.EvmStateChanges => ({ accounts: [], accountCount: 0, without });
  try {
    const diff = await nodes.stateDiff(facts, row.hash);
    if (diff === undefined) return none("The node has no debug API.");
    const all = listChanges(diff);
    const shown = all.slice(0, MOST_ACCOUNTS);
    const known = await readKnownParties(
      { params, readEvm, labels },
      shown.map(({ address }) => fromHex(address)),
    );
    const accounts = shown.map(({ address, ...change }) => ({ account: known(address), ...change }));
    return { accounts, accountCount: all.length };
  } catch (error) {
    if (error instanceof NodeError) return none(`The node did not tell what it changed: ${error.message}.`);
    throw error;
  }
};
