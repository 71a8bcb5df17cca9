import type { TokenSort } from "@/lib/contract/firn/chain-lists";
import type { PageQuery, SearchOf } from "@/lib/contract/pages";
import { isEvmAddress } from "../chain";

/** Order and position of a list of tokens or collections. */
export interface TokenListParams {
  /** Without one: holders first, or newest first while those are not known. */
  sort?: TokenSort;
  /** The contract after which the list starts. */
  after?: string;
}

/** Order and position of the list of contracts. */
export interface ContractListParams {
  order: "asc" | "desc";
  after?: string;
}

const SORTS = [
  "holders",
  "transfers",
  "transfersOfDay",
  "supply",
  "newest",
] as const satisfies readonly TokenSort[];

/** The query of both lists. */
export const TOKENS_QUERY: PageQuery<"tokens" | "collections", TokenListParams> = {
  read: ({ sort, after }) => {
    const known = SORTS.find((each) => each === sort);
    const position = readAfter(after);
    if ((sort !== undefined && known === undefined) || position === undefined) return undefined;
    return { ...(known !== undefined && { sort: known }), ...position };
  },
  write: (query) => ({ ...query }),
};

export const CONTRACTS_QUERY: PageQuery<"contracts", ContractListParams> = {
  read: ({ order = "desc", after }) => {
    const position = readAfter(after);
    if ((order !== "asc" && order !== "desc") || position === undefined) return undefined;
    return { order, ...position };
  },
  write: ({ order, after }) => ({ ...(order === "asc" && { order }), after }),
};

export const ACCOUNTS_QUERY: PageQuery<"accounts", { after?: string }> = {
  read: ({ after }) => readAfter(after),
  write: (query) => ({ ...query }),
};

function readAfter(after: SearchOf<"tokens">["after"]): { after?: string } | undefined {
  if (after === undefined) return {};
  return typeof after === "string" && isEvmAddress(after) ? { after } : undefined;
}
