import { toHex } from "../../avalanche/codec/bytes";
import { parseNodeId } from "../../avalanche/ids";
import { MAX_HEIGHT } from "../../contract/data/parameters";
import * as contract from "../../contract/data/primary-network-blocks";
import { InputError } from "../../errors";
import {
  type BlockRow,
  findBlock,
  listBlocksOfNode,
  rangeOfTimes,
  readBlock,
  searchBlocks,
} from "../../store/queries/block";
import { after } from "../../store/queries/position";
import { heightOf, positionOf } from "../../store/rows/columns";
import type { Handler, RequestContext } from "../handler";
import { takePage } from "../page/page";
import { searchedTo, takeSearchPage } from "../page/search-page";
import { formatBlockId } from "../present/tx/block";
import { CHAINS, type Chain } from "../request/chains";
import { requireChain, requireNetwork } from "../request/network";
import { presentBlocks } from "../transactions/blocks";
import {
  askCGenesisBlock,
  findGenesisBlock,
  isCGenesisUnproved,
  readGenesisBlock,
} from "../transactions/genesis-blocks";

export const listLatestPrimaryNetworkBlocks: Handler<typeof contract.listLatestPrimaryNetworkBlocks> = ({
  params,
  query,
  read,
}) =>
  read(async (context) => {
    requireNetwork(context.network, params.network);
    const chain = requireChain(context.network, params.blockchainId);
    const { startTimestamp: start, endTimestamp: end, minTransactions, minSizeBytes } = query;
    const range = await rangeOfTimes(context.db, chain.code, { start, end, order: "desc" });
    const page = await takeSearchPage({
      tokens: context.pageTokens,
      token: query.pageToken,
      canonical: {
        endpoint: "blocks",
        chainName: chain.name,
        start,
        end,
        dialect: context.dialect.name,
        minTransactions,
        minSizeBytes,
      },
      start: positionOf(query.before ?? MAX_HEIGHT, 0),
      pageSize: query.pageSize,
      search: (below, limit) =>
        searchBlocks(context.db, chain.code, {
          filter: { leastTxs: minTransactions, leastBytes: minSizeBytes },
          range: after(range, below),
          limit,
        }),
    });
    return {
      nextPageToken: page.nextPageToken,
      searchedTo: searchedTo(page, heightOf),
      blocks: await presentBlocks(context, chain, page.rows),
      chainInfo: { chainName: chain.name, network: context.network.servedAs },
    };
  });

export const listPrimaryNetworkBlocksByNodeId: Handler<typeof contract.listPrimaryNetworkBlocksByNodeId> = ({
  params,
  query,
  read,
}) =>
  read(async (context) => {
    requireNetwork(context.network, params.network);
    const chain = requireChain(context.network, params.blockchainId);
    const nodeId = parseNodeId(params.nodeId);
    const { startTimestamp: start, endTimestamp: end } = query;
    const { dialect } = context;
    const page = await takePage({
      tokens: context.pageTokens,
      token: query.pageToken,
      canonical: {
        endpoint: "nodeBlocks",
        chainName: chain.name,
        start,
        end,
        nodeId: toHex(nodeId),
        dialect: dialect.name,
      },
      start: query.before === undefined ? undefined : positionOf(query.before, 0),
      pageSize: query.pageSize,
      list: async (cursor, limit) => {
        const range = await rangeOfTimes(context.db, chain.code, { start, end, order: "desc" });
        return listBlocksOfNode(context.db, chain.code, { nodeId, range: after(range, cursor), limit });
      },
      cursorOf: (block) => positionOf(block.height, 0),
    });
    return {
      nextPageToken: page.nextPageToken,
      blocks: await presentBlocks(context, chain, page.rows),
      chainInfo: { chainName: chain.name, network: context.network.servedAs },
    };
  });

export const getBlockById: Handler<typeof contract.getBlockById> = async (request) => {
  const { params, read } = request;
  const id = contract.parseBlockId(params.blockId);
  const chainOf = ({ network }: RequestContext) => {
    requireNetwork(network, params.network);
    return requireChain(network, params.blockchainId);
  };
  const isUnnamed = async (context: RequestContext) =>
    chainOf(context) === CHAINS.c && (await isCGenesisUnproved(context));
  const fromNode = id === 0 && (await read(isUnnamed)) ? await askCGenesisBlock(request) : undefined;
  return read(async (context) => {
    const chain = chainOf(context);
    const block = (await findStored(context, chain, id)) ?? fromNode;
    if (block === undefined) {
      if (id === 0) throw genesisUnknown(context, chain);
      const shown = typeof id === "number" ? `at height ${id}` : formatBlockId(chain.code, id);
      throw new InputError("NOT_FOUND", `no ${chain.title} block ${shown} is indexed`);
    }
    const [body] = await presentBlocks(context, chain, [block]);
    if (body === undefined) throw new Error("one block presented is one body");
    return body;
  });
};

/** An indexed block, or block 0, which no index holds. */
async function findStored(
  context: RequestContext,
  chain: Chain,
  id: number | Uint8Array,
): Promise<BlockRow | undefined> {
  if (id === 0) return readGenesisBlock(context, chain);
  if (typeof id === "number") return readBlock(context.db, chain.code, id);
  const stored = await findBlock(context.db, id, { chain: chain.code, kind: "block" });
  return stored ?? findGenesisBlock(context, chain, id);
}

function genesisUnknown({ genesis }: RequestContext, chain: Chain): InputError {
  const what = `no index holds block 0 of the ${chain.title}`;
  const also = chain === CHAINS.c ? "; as an EVM block it is under /v1/chains" : "";
  return genesis === undefined
    ? new InputError("NOT_FOUND", `${what}, and the network's genesis, which gives it, is not known`, {
        hint: `the operator sets FIRN_GENESIS, then restarts Firn${also}`,
      })
    : new InputError("NOT_FOUND", `${what}, and block 1, which has its id, is not indexed yet`, {
        hint: `wait for block 1${also}`,
      });
}
