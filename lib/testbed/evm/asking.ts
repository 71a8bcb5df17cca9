import { expect } from "vitest";
import { parseLossless } from "../../contract/rpc";
import { openPublishedShapes } from "../published/shapes";
import type { Expected, Item, Json } from "./expected";

/** Page sizes, used in turn. */
const SIZES = [1, 3, 100, 7];

const fits = openPublishedShapes();
/** Published shapes of the answers, in the dialect that has them. */
const SHAPES: readonly [RegExp, string][] = [
  [/^\/blocks\?/, "ListEvmBlocksResponse"],
  [/^\/transactions\/0x|:getDeployment$/, "GetTransactionResponse"],
  [/:listNative\?/, "ListNativeTransactionsResponse"],
  [/:listInternals\?/, "ListInternalTransactionsResponse"],
  [/transactions:listErc20\?/, "ListErc20TransactionsResponse"],
  [/transactions:listErc721\?/, "ListErc721TransactionsResponse"],
  [/transactions:listErc1155\?/, "ListErc1155TransactionsResponse"],
  [/^\/tokens\/0x\w+\/transfers/, "ListTransfersResponse"],
  [/^\/addresses\/0x\w+\/transactions\?/, "ListTransactionDetailsResponse"],
  [/balances:getNative/, "GetNativeBalanceResponse"],
  [/balances:listErc721\?/, "ListErc721BalancesResponse"],
  [/balances:listErc1155\?/, "ListErc1155BalancesResponse"],
  [/balances:listCollectibles\?/, "ListCollectibleBalancesResponse"],
  [/\/deployments\?/, "ListContractsResponse"],
  [/^\/nfts\/collections\/0x\w+\/tokens\?/, "ListNftTokens"],
];

/** Asks the API about a history and checks the answers. */
export class Asking {
  readonly #url: string;
  #asked = 0;

  constructor(
    url: string,
    readonly expected: Expected,
  ) {
    this.#url = url;
  }

  /** A number that differs at every question, for choices that need not be random. */
  get count(): number {
    return this.#asked;
  }

  /** `path` is below `/v1/chains/{chainId}`, or absolute. */
  async get(path: string): Promise<Json> {
    this.#asked += 1;
    const response = await fetch(this.urlOf(path), { headers: { "x-firn-dialect": "sdk" } });
    const text = await response.text();
    expect(response.status, `${path} ${text.slice(0, 300)}`).toBe(200);
    const shape = SHAPES.find(([pattern]) => pattern.test(path))?.[1];
    if (shape !== undefined) expect(fits(shape, JSON.parse(text)), path).toBeUndefined();
    return parseLossless(text) as Json;
  }

  urlOf(path: string): string {
    const { chainId } = this.expected.history.chain;
    return `${this.#url}${/^\/(v\d|firn)\//.test(path) ? "" : `/v1/chains/${chainId}`}${path}`;
  }

  /**
   * Every item of a list, page by page. Each page but the last must be full, unless the node has to be asked for its
   * content.
   */
  async walk(path: string, name: string, pageSize: number, query = ""): Promise<Json[]> {
    const items: Json[] = [];
    let token: unknown;
    do {
      const size = `${query}pageSize=${pageSize}`;
      const page = await this.get(`${path}?${size}${token === undefined ? "" : `&pageToken=${token}`}`);
      const listed = page[name] as Json[];
      token = page.nextPageToken;
      if (token !== undefined && name !== "erc20TokenBalances") expect(listed).toHaveLength(pageSize);
      items.push(...listed);
    } while (token !== undefined);
    return items;
  }

  /** Compares a list, whole and between two blocks, in pages of different sizes. */
  async compare(
    path: string,
    { read, wanted, name = "transactions" }: { read: (item: Json) => Json; wanted: Item[]; name?: string },
  ): Promise<void> {
    const { height } = this.expected.history.chain.head;
    const from = (this.#asked * 7) % (height + 1);
    const below = from + 1 + ((this.#asked * 5) % (height + 1));
    const ranges: [string, (item: Item) => boolean][] = [
      ["", () => true],
      [`startBlock=${from}&endBlock=${below}&`, (item) => item.height >= from && item.height < below],
      [`startBlock=${below}&endBlock=${below}&`, () => false],
    ];
    for (const [query, within] of ranges) {
      const pageSize = wanted.length > 40 ? 100 : (SIZES[this.#asked % SIZES.length] ?? 1);
      const listed = await this.walk(path, name, pageSize, query);
      expect(listed.map(read), `${path}?${query}`).toEqual(wanted.filter(within).map(({ says }) => says));
    }
  }
}
