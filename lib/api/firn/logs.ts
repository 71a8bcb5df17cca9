import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { decodeLog } from "../../avalanche/evm/abi/read";
import { formatEvmAddress } from "../../avalanche/evm-address";
import { MAX_HEIGHT } from "../../contract/data/parameters";
import type * as contract from "../../contract/firn/logs";
import { type LogPlace, searchLogs } from "../../store/queries/evm/log";
import { addressesIn, readPartiesIn } from "../evm/known-parties";
import {
  cursorOf,
  filterOf,
  type PlacedLog,
  placeLogs,
  placeOf,
  readNodeLogs,
  unloggedIn,
  whyUnlogged,
} from "../evm/logs";
import type { EvmContext, Handler } from "../handler";
import { presentParty } from "../present/evm/party";

export const listLogs: Handler<typeof contract.listLogs> = ({ params, query, readEvm }) =>
  readEvm(params.chainId, async (context) => {
    const { db, pageTokens, evmChainId } = context;
    const { before, pageToken, pageSize, sortOrder, startBlock = 0, endBlock, ...filter } = query;
    const range = { from: startBlock, to: endBlock === undefined ? MAX_HEIGHT : endBlock - 1 };
    const canonical = { endpoint: "logs", evmChainId, sortOrder, ...range, ...filter };
    const after =
      pageToken === undefined ? readPlace(before) : placeOf(pageTokens.readExact(pageToken, canonical));
    const { logs, next } = await searchLogs(db, {
      ...range,
      filter: filterOf(filter),
      order: sortOrder,
      after,
      limit: pageSize,
    });
    const placed = await placeLogs(context, logs);
    const rows = placed.map((each) => present(each, context));
    const named = rows.flatMap(({ address, event }) => [address, ...addressesIn(event?.args)]);
    const parties = await readPartiesIn(
      context,
      named.map((address) => fromHex(address.toLowerCase())),
    );
    const isShort = next !== undefined && logs.length < pageSize;
    return {
      ...(next && { nextPageToken: pageTokens.issue(cursorOf(next), canonical) }),
      ...(next && { nextBefore: `${next.height}-${next.logIndex}` }),
      ...(isShort && { searchedTo: String(next.height) }),
      unread: unloggedIn(context, range).map(({ from, to }) => `${from} to ${to}: ${whyUnlogged(context)}`),
      logs: rows,
      parties: parties.map((party) => presentParty(party, context)),
    };
  });

export const getNodeLogs: Handler<typeof contract.getNodeLogs> = ({ params, query, readEvmSlow }) =>
  readEvmSlow(params.chainId, async (context, yieldTurn) => {
    const { fromBlock, toBlock, ...filter } = query;
    const range = { from: fromBlock, to: toBlock };
    return { result: await readNodeLogs(context, filterOf(filter), { ...range, yieldTurn }) };
  });

function readPlace(place: string | undefined): LogPlace | undefined {
  if (place === undefined) return undefined;
  const [height = 0, logIndex = 0] = place.split("-").map(Number);
  return { height, logIndex };
}

function present({ log, block, txHash }: PlacedLog, { labels }: EvmContext): contract.ChainLog {
  const topics = log.topics.map(toHex);
  const data = toHex(log.data);
  const event = decodeLog(labels.books(log.address), topics, data);
  return {
    blockNumber: String(log.height),
    blockTimestamp: block.time,
    blockHash: toHex(block.hash),
    txHash: toHex(txHash),
    blockIndex: log.indexInBlock,
    logIndex: log.logIndex,
    address: formatEvmAddress(log.address),
    topics,
    data,
    ...(event !== undefined && { event }),
  };
}
