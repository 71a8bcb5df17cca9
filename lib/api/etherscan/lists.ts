import type { z } from "zod";
import { type Actions, RESULT_WINDOW } from "../../contract/etherscan/actions";
import type { EtherscanAnswer } from "../../contract/etherscan/answers";
import type { ActivityRange } from "../../store/queries/evm/activity";
import { readCumulativeGas } from "../../store/queries/evm/transaction";
import type { EvmContext } from "../handler";
import { rangeOfBlocks } from "../page/evm-page";
import type { Presented } from "../present/evm/etherscan";
import type { EvmRows } from "../present/evm/transaction";
import type { YieldTurn } from "../snapshot/yield-turn";
import { type Asked, heightOfBlock, newestHeight, okList, type Part, partOf, TOO_FAR } from "./module";

type Listed = Pick<
  z.output<Actions["account"]["txlist"]>,
  "startblock" | "endblock" | "sort" | "page" | "offset"
>;

/** A page of a list of a chain, and how it is read. */
export interface ListPage {
  context: EvmContext;
  range: ActivityRange;
  /** The same in heights: up to, but not including, `endBlock`. */
  blocks: { startBlock: number; endBlock: number | undefined };
  order: Listed["sort"];
  part: Part;
  yieldTurn: YieldTurn;
}

type Items = Parameters<typeof okList>[0];

/** Lists of at most so many items are read like any page; longer ones by the slow connections. */
const QUICK = 1_000;

/** Answers a page of a list, which `read` gives. @throws InputError BAD_PARAMETER when it takes too long */
export async function answerList(
  { readEvm, readEvmSlow, chainId }: Asked,
  query: Listed,
  read: (page: ListPage) => Promise<{ items: Items; message?: string | undefined }>,
): Promise<EtherscanAnswer> {
  const part = partOf(query, RESULT_WINDOW);
  if (part === undefined) return TOO_FAR;
  const work = async (context: EvmContext, yieldTurn: YieldTurn) => {
    const startBlock = await heightOfBlock(context, query.startblock);
    const endBlock = query.endblock === "latest" ? undefined : query.endblock + 1;
    const blocks = { startBlock, endBlock };
    const range = rangeOfBlocks(blocks);
    const { items, message } = await read({ context, range, blocks, order: query.sort, part, yieldTurn });
    const answer = okList(items, "No transactions found");
    return message === undefined ? answer : { ...answer, message };
  };
  const isQuick = part.skip + part.limit <= QUICK;
  return isQuick ? readEvm(chainId, (context) => work(context, async () => {})) : readEvmSlow(chainId, work);
}

/** What the items of a page are presented with. */
export async function presentedWith(context: EvmContext, rows: EvmRows): Promise<Presented> {
  return {
    rows,
    cumulativeGas: await readCumulativeGas(context.db, [...rows.transactions.keys()]),
    newest: await newestHeight(context),
  };
}

/** Rows of a page that are read and presented together. */
const ROWS_AT_ONCE = 100;

/** Reads and presents rows in small groups, so that other requests get their turn and few bytes are held at once. */
export async function inGroups<Row, Item>(
  found: readonly Row[],
  yieldTurn: YieldTurn,
  present: (group: readonly Row[]) => Promise<Item[]>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let start = 0; start < found.length; start += ROWS_AT_ONCE) {
    items.push(...(await present(found.slice(start, start + ROWS_AT_ONCE))));
    await yieldTurn();
  }
  return items;
}
