import { parseHeight } from "../../contract/data/parameters";
import type * as contract from "../../contract/firn/blocks";
import { readBlocks } from "../../store/queries/block";
import type { Handler } from "../handler";
import { requireChain } from "../request/network";
import { presentBlocks } from "../transactions/blocks";

export const listBlocksAt: Handler<typeof contract.listBlocksAt> = ({ params, query, read }) =>
  read(async (context) => {
    const chain = requireChain(context.network, params.blockchainId);
    const blocks = await readBlocks(context.db, chain.code, query.heights.split(",").map(parseHeight));
    const newestFirst = [...blocks.values()].sort((a, b) => b.height - a.height);
    return { blocks: await presentBlocks(context, chain, newestFirst) };
  });
