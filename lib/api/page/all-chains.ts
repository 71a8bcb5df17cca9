import type { Route } from "../../contract/route";
import { InputError } from "../../errors";
import { readBlock } from "../../store/queries/evm/block";
import { findFirstHeightFrom } from "../../store/queries/evm/figures";
import type { EvmContext, HandlerRequest } from "../handler";
import type { CanonicalQuery } from "./page-token";

/** An item of one chain's list. Its key grows with its block's time (unix seconds). */
interface Placed<Item> {
  key: number;
  time: number;
  item: Item;
}

interface AllChainsList<Item> {
  canonical: CanonicalQuery;
  pageToken: string | undefined;
  /** Where the list begins without a token: after an item of a chain. */
  start?: Pick<End, "evmChainId" | "key"> | undefined;
  pageSize: number;
  /** The smallest key of a block, and the height of a key's block. */
  firstKeyOf(height: number): number;
  heightOf(key: number): number;
  /** The newest items of a chain whose key is below `below`. */
  list(context: EvmContext, below: number | undefined, limit: number): Promise<Placed<Item>[]>;
}

/** Where a page ended. */
interface End {
  evmChainId: string;
  key: number;
  time: number;
}

/**
 * One page of a list over all EVM chains, newest first, items of the same second by chain. A token belongs to the chain
 * in which the page ended and holds the key there; other chains continue at that item's time.
 * @throws InputError BAD_PAGE_TOKEN
 */
export async function takeNewestOfAll<Item>(
  request: Pick<HandlerRequest<Route>, "read" | "readEvm" | "evmChains">,
  { canonical, pageToken, start, pageSize, ...of }: AllChainsList<Item>,
): Promise<{ items: Item[]; nextPageToken: string | undefined }> {
  const chains = (await request.evmChains.list()).flatMap(({ evmChainId }) => evmChainId ?? []);
  const { tokens, dialect } = await request.read(async ({ pageTokens, dialect }) => ({
    tokens: pageTokens,
    dialect: dialect.name,
  }));
  const queryOf = (evmChainId: string) => ({ ...canonical, dialect, evmChainId });
  const read = pageToken === undefined ? undefined : tokens.readOneOf(pageToken, chains.map(queryOf));
  const end = read
    ? await endOf(request, of, { ...read.query, key: Number(read.cursor), code: "BAD_PAGE_TOKEN" })
    : start && (await endOf(request, of, { ...start, code: "NOT_FOUND" }));
  const found: (Placed<Item> & { chain: string })[] = [];
  for (const chain of chains) {
    const rows = await request.readEvm(chain, async (context) => {
      const below = end && (await boundOf(context, of, end));
      // One more than shown, to see whether there is another page.
      return of.list(context, below, pageSize + 1);
    });
    found.push(...rows.map((row) => ({ ...row, chain })));
  }
  found.sort((a, b) => b.time - a.time || chains.indexOf(a.chain) - chains.indexOf(b.chain) || b.key - a.key);
  const shown = found.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    items: shown.map(({ item }) => item),
    nextPageToken:
      last === undefined || found.length <= pageSize
        ? undefined
        : tokens.issue(last.key, queryOf(last.chain)),
  };
}

type Keys = Pick<AllChainsList<unknown>, "firstKeyOf" | "heightOf">;

function endOf(
  { readEvm }: Pick<HandlerRequest<Route>, "readEvm">,
  { heightOf }: Keys,
  { evmChainId, key, code }: Pick<End, "evmChainId" | "key"> & { code: "BAD_PAGE_TOKEN" | "NOT_FOUND" },
): Promise<End> {
  return readEvm(evmChainId, async ({ db }) => {
    const block = await readBlock(db, heightOf(key));
    if (block) return { evmChainId, key, time: block.time };
    throw new InputError(
      code,
      "the list begins at a block that is not indexed: start again without pageToken or a position",
    );
  });
}

/**
 * The key below which a chain continues. Of items in the end's second, those of chains before the end's chain were
 * shown.
 */
async function boundOf({ db, evmChainId }: EvmContext, keys: Keys, end: End): Promise<number | undefined> {
  if (evmChainId === end.evmChainId) return end.key;
  const isBefore = Number(evmChainId) < Number(end.evmChainId);
  const first = await findFirstHeightFrom(db, isBefore ? end.time : end.time + 1);
  return first === undefined ? undefined : keys.firstKeyOf(first);
}
