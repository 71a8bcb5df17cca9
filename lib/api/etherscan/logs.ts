import type { z } from "zod";
import type { Actions } from "../../contract/etherscan/actions";
import type { EtherscanLog } from "../../contract/etherscan/answers";
import { InputError, NodeError } from "../../errors";
import { readBlocks, readTransactions } from "../../store/queries/evm/transaction";
import { amountOf, heightOf, positionOf } from "../../store/rows/columns";
import { findLogs, type LogFilter, type NodeLog } from "../evm/find-logs";
import type { EvmContext } from "../handler";
import { heightOfBlock, type Module, newestHeight, okList, partOf, TOO_FAR } from "./module";

type Query = z.output<Actions["logs"]["getLogs"]>;

/** Most logs of a page. */
const MOST_LOGS = 1_000;

export const logs: Module<"logs"> = {
  getLogs: async (asked, query) => {
    const part = partOf(query, MOST_LOGS);
    if (part === undefined) return TOO_FAR;
    const filter = filterOf(query);
    const { readEvm, chainId } = asked;
    const { from, to } = await readEvm(chainId, async (context) => ({
      from: Math.max(await heightOfBlock(context, query.fromBlock), context.history?.firstHeight ?? 0),
      // Of blocks that are not stored it is not known when they were.
      to: Math.min(await heightOfBlock(context, query.toBlock), await newestHeight(context)),
    }));
    const found = from > to ? [] : await findLogs(asked, { ...filter, from, to }, part.skip + part.limit);
    const page = found.slice(part.skip, part.skip + part.limit);
    return okList(await readEvm(chainId, (context) => presentLogs(context, page)), "No records found");
  },
};

/** @throws InputError BAD_PARAMETER if neither a contract nor a topic is given */
function filterOf(query: Query): Pick<LogFilter, "address" | "groups"> {
  const topics = [query.topic0, query.topic1, query.topic2, query.topic3];
  const given = topics.flatMap((topic, place) => (topic === undefined ? [] : [place]));
  if (query.address === undefined && given.length === 0)
    throw new InputError("BAD_PARAMETER", "address or one of topic0 to topic3 must be given");
  const groups: number[][] = [];
  for (const place of given) {
    const joined = groups.filter((group) => group.some((other) => isEither(query, other, place)));
    for (const group of joined) groups.splice(groups.indexOf(group), 1);
    groups.push([...joined.flat(), place]);
  }
  return {
    address: query.address?.toLowerCase(),
    groups: groups.map((group) => new Map(group.map((place) => [place, topics[place]?.toLowerCase() ?? ""]))),
  };
}

/** Whether one of two topics is enough: topics of which none says so must all match. */
function isEither(query: Query, first: number, second: number): boolean {
  return query[`topic${first}_${second}_opr` as keyof Query] === "or";
}

/** Logs with the time of their block and the gas of their transaction. */
async function presentLogs({ db }: EvmContext, found: readonly NodeLog[]): Promise<EtherscanLog[]> {
  const positions = found.map((log) => positionOf(Number(log.blockNumber), Number(log.transactionIndex)));
  const transactions = new Map((await readTransactions(db, positions)).map((row) => [row.position, row]));
  const blocks = new Map((await readBlocks(db, positions.map(heightOf))).map((row) => [row.height, row]));
  return found.map((log, i) => {
    const position = positions[i] ?? 0;
    const transaction = transactions.get(position);
    const block = blocks.get(heightOf(position));
    if (transaction === undefined || block === undefined)
      throw new NodeError(
        "NODE_BAD_ANSWER",
        `the node gave a log of transaction ${log.transactionHash}, which block ${log.blockNumber} does not have`,
      );
    return {
      address: log.address.toLowerCase(),
      topics: log.topics,
      data: log.data,
      blockNumber: log.blockNumber,
      blockHash: log.blockHash,
      timeStamp: hexOf(block.time),
      gasPrice: hexOf(amountOf(transaction.gas_price)),
      gasUsed: hexOf(transaction.gas_used),
      logIndex: log.logIndex,
      transactionHash: log.transactionHash,
      transactionIndex: log.transactionIndex,
    };
  });
}

function hexOf(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}
