import fc from "fast-check";
import { expect, it } from "vitest";
import { toHex } from "../avalanche/bytes";
import { type HeaderLayout, VmChain } from "./vm-chain";
import { callData } from "./vm-contracts";
import {
  Expected,
  type Item,
  type Json,
  readCall,
  readMoved,
  readNative,
  readParts,
  readPlace,
} from "./vm-expected";
import { History, type Step, step } from "./vm-history";
import { type IndexedChains, indexChains } from "./vm-indexed";
import { NO_SUCH_METHOD, serveVmNode, type VmNode } from "./vm-node";
import { type Address, NOBODY } from "./vm-tokens";

/** What a node can do, besides the history it tells. */
interface World {
  layout: HeaderLayout;
  /** Methods it does not have. */
  lacks: readonly string[];
  /** How much of the history is there before the indexer comes, of 4 parts. */
  before: number;
  steps: Step[];
}

const world: fc.Arbitrary<World> = fc.record({
  layout: fc.constantFrom("durango", "granite"),
  lacks: fc.constantFrom([], [], [], ["debug_traceBlockByNumber"], ["eth_getBlockReceipts"]),
  before: fc.nat(4),
  steps: fc.array(step, { minLength: 1, maxLength: 60 }),
});

const RUNS = 6;
const PATIENCE_MS = 150_000;

it(
  "answers every question about a random history as a plain model of it does",
  async () => {
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const history = await History.open(await VmChain.open({ chainId: 99_999, layout: given.layout }));
        const node = await serveVmNode(history.chain);
        node.alter = ({ method }, answer) => (given.lacks.includes(method) ? NO_SUCH_METHOD : answer);
        const firn = await indexChains();
        try {
          await index(firn, { history, node, given });
          const traced = !given.lacks.includes("debug_traceBlockByNumber");
          await new Questions(firn.url, new Expected(history, traced)).askAll();
        } finally {
          await firn.close();
          await node.close();
        }
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: PATIENCE_MS - 30_000 },
    );
  },
  PATIENCE_MS,
);

/** Indexes a history, a part of it as it is made. */
async function index(
  firn: IndexedChains,
  { history, node, given: { steps, before } }: { history: History; node: VmNode; given: World },
): Promise<void> {
  const part = Math.ceil((steps.length * before) / 4);
  await history.play(steps.slice(0, part));
  firn.add(node);
  if (before < 4) await firn.reach(node);
  await history.play(steps.slice(part));
  await firn.reach(node);
}

/** Sizes of pages, in turn. */
const SIZES = [1, 3, 100, 7];

/** Asks the API all it can be asked about a history. */
class Questions {
  readonly #base: string;
  #asked = 0;

  constructor(
    url: string,
    readonly expected: Expected,
  ) {
    this.#base = `${url}/v1/chains/${expected.history.chain.chainId}`;
  }

  async askAll(): Promise<void> {
    const { history } = this.expected;
    await this.#blocks();
    await this.#transactions();
    const contracts = this.expected.contracts();
    for (const address of [...history.accounts, NOBODY, STRANGER, ...contracts]) {
      await this.#lists(address);
      await this.#holdings(address);
    }
    for (const address of contracts) await this.#deployment(address);
    await this.#collections();
  }

  async #blocks(): Promise<void> {
    const { blocks } = this.expected.history.chain;
    let total = 0;
    const all: Json[] = [];
    for (const { height, hash, time, header, transactions } of blocks) {
      total += transactions.length;
      const fees = transactions.reduce(
        (sum, { gasUsed, effectiveGasPrice }) => sum + gasUsed * effectiveGasPrice,
        0n,
      );
      const says = {
        ...{
          blockNumber: String(height),
          blockHash: hash,
          blockTimestamp: time,
          parentHash: toHex(header.parentHash),
        },
        ...{ txCount: transactions.length, feesSpent: String(fees), cumulativeTransactions: String(total) },
      };
      all.unshift(says);
      expect(await this.#get(`/blocks/${height}`)).toMatchObject(says);
      expect(await this.#get(`/blocks/${hash}`)).toMatchObject(says);
      const listed = await this.#walk(`/blocks/${height}/transactions`, "transactions", 0);
      expect(listed.map(({ txHash }) => txHash)).toEqual(transactions.map((transaction) => transaction.hash));
    }
    expect(await this.#walk("/blocks", "blocks", 9)).toMatchObject(all);
  }

  async #transactions(): Promise<void> {
    const { expected } = this;
    const natives = expected.natives();
    for (const status of ["", "failed", "success"]) {
      const wanted = natives.filter(
        ({ says }) => status === "" || says.txStatus === (status === "failed" ? "0" : "1"),
      );
      const listed = await this.#walk("/transactions", "transactions", 8, status && `status=${status}&`);
      expect(listed.map(readNative)).toEqual(wanted.map(({ says }) => says));
    }
    for (const entry of expected.history.entries) {
      const body = await this.#get(`/transactions/${entry.executed.hash}`);
      const native = body.nativeTransaction as Json;
      expect({ native: readNative(native), ...readParts(body) }).toEqual({
        native: expected.native(entry),
        ...expected.parts(entry, () => true),
      });
      expect(native.input).toBe(toHex(entry.executed.fields.input));
    }
  }

  async #lists(address: Address): Promise<void> {
    const { expected } = this;
    const path = `/addresses/${address}/transactions`;
    await this.#same(`${path}:listNative`, readNative, expected.natives(address));
    await this.#same(
      `${path}:listInternals`,
      (item) => ({ ...readPlace(item), ...readCall(item) }),
      expected.internals(address),
    );
    for (const [list, form] of FORMS) {
      await this.#same(`${path}:list${list}`, readPlacedMove, expected.transfers(form, address));
    }
    await this.#same(
      `/tokens/${address}/transfers`,
      readPlacedMove,
      expected.tokenTransfers(address),
      "transfers",
    );
    const grouped = expected.grouped(address);
    const read = (item: Json) => ({ native: readNative(item.nativeTransaction as Json), ...readParts(item) });
    await this.#same(path, read, grouped);
    const oldest = await this.#walk(path, "transactions", 5, "sortOrder=asc&");
    expect(oldest.map(read)).toEqual(grouped.toReversed().map(({ says }) => says));
    const deployed = (await this.#walk(`/contracts/${address}/deployments`, "contracts", 2)).map(
      readDeployed,
    );
    expect(sorted(deployed)).toEqual(sorted(expected.deployments(address)));
  }

  /** What an address has, besides what its contracts say it has. */
  async #holdings(address: Address): Promise<void> {
    const { history } = this.expected;
    const path = `/addresses/${address}/balances`;
    const native = (await this.#get(`${path}:getNative`)).nativeTokenBalance as Json;
    expect(native.balance).toBe(String(history.chain.balanceOf(address)));
    if (address === NOBODY) return;
    const coins: string[] = [];
    for (const coin of history.coins) {
      const balance = BigInt(
        toHex(
          (await history.chain.call(coin.address, callData("balanceOf(address)", [address]))) ??
            new Uint8Array(1),
        ),
      );
      expect(balance, "the model").toBe(coin.balanceOf(address));
      if (balance > 0n) coins.push(`${coin.address} ${balance}`);
    }
    const held = await this.#walk(`${path}:listErc20`, "erc20TokenBalances", 2);
    expect(held.map((each) => `${String(each.address).toLowerCase()} ${each.balance}`).sort()).toEqual(
      coins.sort(),
    );
    const singles = history.collections.flatMap(({ address: token, owners }) =>
      [...owners].filter(([, owner]) => owner === address).map(([id]) => `${token} ${id} ${address}`),
    );
    const items = [...history.items.held].flatMap(([key, balance]) =>
      key.endsWith(` ${address}`) && balance > 0n
        ? [`${history.items.address} ${key.split(" ")[0]} ${balance}`]
        : [],
    );
    const found = async (list: string, name: string) =>
      (await this.#walk(`${path}:${list}`, name, 3)).map(readHeld).sort();
    expect(await found("listErc721", "erc721TokenBalances")).toEqual(singles.toSorted());
    expect(await found("listErc1155", "erc1155TokenBalances")).toEqual(items.toSorted());
    expect(await found("listCollectibles", "collectibleBalances")).toEqual([...singles, ...items].sort());
    for (const contract of [history.items.address, history.collections[0]?.address ?? ""]) {
      const only = await this.#walk(
        `${path}:listCollectibles`,
        "collectibleBalances",
        2,
        `contractAddress=${contract}&`,
      );
      expect(only.map(readHeld).sort()).toEqual(
        [...singles, ...items].filter((each) => each.startsWith(contract)).sort(),
      );
    }
  }

  async #deployment(address: Address): Promise<void> {
    const made = [...this.expected.history.accounts].flatMap((account) => this.expected.deployments(account));
    const body = await this.#get(`/contracts/${address}/transactions:getDeployment`);
    expect((body.nativeTransaction as Json).txHash).toBe(
      made.find((each) => each.address === address)?.txHash,
    );
  }

  async #collections(): Promise<void> {
    const { collections, items, entries } = this.expected.history;
    for (const { address, owners } of collections) {
      const wanted = [...owners].map(([id, owner]) => ({ id, owner }));
      await this.#tokens(address, wanted);
    }
    const ids = new Set(
      entries.flatMap(({ moved }) =>
        moved.flatMap(({ form, id }) => (form === "erc1155" && id !== undefined ? [id] : [])),
      ),
    );
    await this.#tokens(
      items.address,
      [...ids].map((id) => ({ id, owner: undefined })),
    );
  }

  /** The tokens of a collection that were ever minted, by number, and each of them. */
  async #tokens(address: Address, tokens: { id: bigint; owner: Address | undefined }[]): Promise<void> {
    const path = `/nfts/collections/${address}/tokens`;
    if (tokens.length === 0) {
      expect((await fetch(this.#base + path)).status).toBe(404);
      return;
    }
    const wanted = tokens.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, owner }) => `${id} ${owner}`);
    const read = ({ tokenId, ownerAddress }: Json) =>
      `${tokenId} ${ownerAddress === undefined ? undefined : String(ownerAddress).toLowerCase()}`;
    for (const pageSize of [1, 100])
      expect((await this.#walk(path, "tokens", pageSize)).map(read)).toEqual(wanted);
    for (const [i, { id }] of tokens.toSorted((a, b) => (a.id < b.id ? -1 : 1)).entries()) {
      expect(read(await this.#get(`${path}/${id}`))).toBe(wanted[i]);
    }
  }

  /** A list, whole and between two blocks, in pages of one size and another. */
  async #same(
    path: string,
    read: (item: Json) => Json,
    wanted: readonly Item[],
    name = "transactions",
  ): Promise<void> {
    const { height } = this.expected.history.chain.head;
    const from = (this.#asked * 7) % (height + 1);
    const below = from + 1 + ((this.#asked * 5) % (height + 1));
    const ranges: [string, (item: Item) => boolean][] = [
      ["", () => true],
      [`startBlock=${from}&endBlock=${below}&`, (item) => item.height >= from && item.height < below],
    ];
    for (const [query, within] of ranges) {
      const pageSize = wanted.length > 40 ? 100 : (SIZES[this.#asked % SIZES.length] ?? 1);
      const listed = await this.#walk(path, name, pageSize, query);
      expect(listed.map(read), `${path}?${query}`).toEqual(wanted.filter(within).map(({ says }) => says));
    }
  }

  /** Every item of a list, page by page: each but the last is full. */
  async #walk(path: string, name: string, pageSize: number, query = ""): Promise<Json[]> {
    const items: Json[] = [];
    let token: unknown;
    do {
      const page = await this.#get(
        `${path}?${query}pageSize=${pageSize}${token === undefined ? "" : `&pageToken=${token}`}`,
      );
      const listed = page[name] as Json[];
      token = page.nextPageToken;
      if (token !== undefined) expect(listed).toHaveLength(pageSize);
      items.push(...listed);
    } while (token !== undefined);
    return items;
  }

  async #get(path: string): Promise<Json> {
    this.#asked += 1;
    const response = await fetch(this.#base + path);
    const body = (await response.json()) as Json;
    expect(response.status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(200);
    return body;
  }
}

const STRANGER: Address = `0x${"9".repeat(40)}`;
const FORMS = [
  ["Erc20", "erc20"],
  ["Erc721", "erc721"],
  ["Erc1155", "erc1155"],
] as const;

function readPlacedMove(item: Json) {
  return { ...readPlace(item), ...readMoved(item) };
}

function readHeld({ address, tokenId, balance, ownerAddress }: Json): string {
  return `${String(address).toLowerCase()} ${tokenId} ${balance ?? String(ownerAddress).toLowerCase()}`;
}

function readDeployed({ address, deploymentDetails }: Json) {
  const { txHash, deployerContractAddress } = deploymentDetails as {
    txHash: string;
    deployerContractAddress?: string;
  };
  return { address: String(address).toLowerCase(), txHash, creator: deployerContractAddress?.toLowerCase() };
}

function sorted<T>(values: readonly T[]): T[] {
  return values.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
