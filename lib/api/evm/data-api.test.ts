import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { quantityToBigint } from "../../avalanche/codec/rlp";
import { headerRoots } from "../../avalanche/evm/header-roots";
import { decodeReceipt } from "../../avalanche/evm/receipt";
import { transactionHash } from "../../avalanche/evm/transaction";
import { transfersOf } from "../../avalanche/evm/transfers";
import { orderedTrieRoot } from "../../avalanche/evm/trie";
import { formatEvmAddress } from "../../avalanche/evm-address";
import type { EvmBlockProof } from "../../contract/firn/evm";
import type {
  EvmCallPage,
  EvmLog,
  EvmLogPage,
  EvmTraceCall,
  FirnEvmTransaction,
} from "../../contract/firn/evm-transactions";
import { type IndexedCChain, indexCChain } from "../../testbed/c-chain";
import { openPublishedShapes } from "../../testbed/published/shapes";

/** Members of receipts and traces that the test compares. */
interface Receipt {
  transactionHash: string;
  blockNumber: string;
  from: string;
  to: string | null;
  contractAddress: string | null;
  status: string;
  logs: { address: string; topics: string[]; data: string; logIndex: string }[];
}
interface Call {
  type: string;
  from: string;
  to?: string;
  value?: string;
  error?: string;
  calls?: Call[];
}
type Body = Record<string, unknown>;

describe.each(["custom-network", "local-network"])("the Data API on the C-Chain of %s", (name) => {
  let firn: IndexedCChain;
  let chainId: string;
  let receipts: Receipt[];

  beforeAll(async () => {
    firn = await indexCChain(name);
    chainId = firn.chainId;
    receipts = firn.recording.evm.flatMap((block) => block.receipts as unknown as Receipt[]);
  });

  afterAll(() => firn.close());

  const get = async (path: string, dialect = "seed"): Promise<Body> => {
    const headers = { "x-firn-dialect": dialect };
    const response = await fetch(`${firn.url}/v1/chains/${chainId}${path}`, { headers });
    const body = (await response.json()) as Body;
    expect(response.status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(200);
    return body;
  };

  /** All items of a list, page by page. */
  const walk = async (path: string, list: string, pageSize: number, query = ""): Promise<Body[]> => {
    const items: Body[] = [];
    let token: unknown;
    do {
      const page = await get(
        `${path}?${query}pageSize=${pageSize}${token === undefined ? "" : `&pageToken=${token}`}`,
      );
      items.push(...(page[list] as Body[]));
      token = page.nextPageToken;
    } while (token !== undefined);
    return items;
  };

  it("answers every transaction with the outcome of its receipt and all it moved", async () => {
    const fits = openPublishedShapes();
    for (const receipt of receipts) {
      const body = await get(`/transactions/${receipt.transactionHash}`, "sdk");
      expect(fits("GetTransactionResponse", body)).toBeUndefined();
      const native = body.nativeTransaction as Body;
      expect(native).toMatchObject({
        txHash: receipt.transactionHash,
        blockNumber: String(Number(receipt.blockNumber)),
        txStatus: String(Number(receipt.status)),
        from: { address: checksum(receipt.from) },
        to: { address: checksum(receipt.to ?? receipt.contractAddress ?? "") },
      });
      expect(movements(body)).toEqual(movementsOf(receipt));
    }
  });

  it("lists a wallet's transactions, calls and transfers: all of them, each once, in any page size", async () => {
    for (const wallet of walletsOf(receipts)) {
      const sent = receipts.filter(({ from, to, contractAddress }) =>
        [from, to ?? contractAddress].includes(wallet),
      );
      const expected = sent.map(({ transactionHash }) => transactionHash).reverse();
      for (const pageSize of [7, 100]) {
        const listed = await walk(`/addresses/${wallet}/transactions:listNative`, "transactions", pageSize);
        expect(listed.map(({ txHash }) => txHash)).toEqual(expected);
      }
      const calls = await walk(`/addresses/${wallet}/transactions:listInternals`, "transactions", 3);
      expect(calls.map(({ txHash, value }) => `${txHash} ${value}`).sort()).toEqual(
        internalsOf(firn, wallet).sort(),
      );
      for (const kind of ["Erc20", "Erc721", "Erc1155"] as const) {
        const listed = await walk(`/addresses/${wallet}/transactions:list${kind}`, "transactions", 4);
        const found = listed.map(
          (item) => `${item.txHash} ${item.logIndex} ${idOf(item)} ${item.value ?? 1}`,
        );
        expect(found.sort(), `${kind} of ${wallet}`).toEqual(
          transfersOfWallet(receipts, wallet, kind).sort(),
        );
      }
    }
  });

  it("lists a wallet's grouped transactions from either end, with tokens that no other list accepts", async () => {
    const movesOf = (wallet: string) =>
      (["Erc20", "Erc721", "Erc1155"] as const).flatMap((kind) => transfersOfWallet(receipts, wallet, kind));
    const moved = walletsOf(receipts).map((wallet) => ({ wallet, moves: movesOf(wallet) }));
    // Wallets with a transaction of more transfers than fit a page.
    const [{ wallet, moves } = { wallet: "", moves: [] }] = moved.sort(
      (a, b) => b.moves.length - a.moves.length,
    );
    const path = `/addresses/${wallet}/transactions`;
    const hashes = async (sortOrder: string, pageSize: number) =>
      (await walk(path, "transactions", pageSize, `sortOrder=${sortOrder}&`)).map(
        ({ nativeTransaction }) => (nativeTransaction as Body).txHash,
      );
    const newestFirst = await hashes("desc", 7);
    const touched = new Set([...moves, ...internalsOf(firn, wallet)].map((text) => text.split(" ")[0]));
    const expected = receipts.filter(
      ({ from, to, contractAddress, transactionHash }) =>
        [from, to ?? contractAddress].includes(wallet) || touched.has(transactionHash),
    );
    expect(expected.length).toBeGreaterThan(7);
    expect(newestFirst).toEqual(expected.map(({ transactionHash }) => transactionHash).reverse());
    for (const pageSize of [1, 2, 100])
      expect(await hashes("asc", pageSize)).toEqual([...newestFirst].reverse());
    const { nextPageToken } = await get(`${path}?pageSize=2`);
    for (const other of [`${path}?sortOrder=asc&`, `${path}:listNative?`]) {
      const url = `${firn.url}/v1/chains/${chainId}${other}pageSize=2&pageToken=${nextPageToken}`;
      expect((await fetch(url)).status).toBe(400);
    }
  });

  it("continues after the end of a page by `before` as by its token", async () => {
    const [wallet = ""] = walletsOf(receipts);
    const [token] = receipts.flatMap(({ logs }) => logs.map(({ address }) => address));
    const lists: [path: string, list: string][] = [
      [`/addresses/${wallet}/transactions`, "transactions"],
      [`/addresses/${wallet}/transactions:listNative`, "transactions"],
      [`/addresses/${wallet}/transactions:listInternals`, "transactions"],
      [`/addresses/${wallet}/transactions:listErc20`, "transactions"],
      [`/tokens/${token}/transfers`, "transfers"],
    ];
    for (const [path, list] of lists) {
      const byToken = await walk(path, list, 3);
      const byPlace: Body[] = [];
      let place: unknown;
      do {
        const page = await get(`${path}?pageSize=3${place === undefined ? "" : `&before=${place}`}`);
        byPlace.push(...(page[list] as Body[]));
        expect("nextBefore" in page).toBe("nextPageToken" in page);
        place = page.nextBefore;
      } while (place !== undefined);
      expect(byPlace).toEqual(byToken);
    }
  });

  it("continues after any row of what an account holds and created, by the row's own name", async () => {
    const wallets = [...new Set(receipts.map(({ from }) => from))];
    let count = 0;
    for (const wallet of wallets)
      for (const [path, list, startOf] of [
        [`/contracts/${wallet}/deployments`, "contracts", ({ address }: Body) => `before=${address}`],
        [
          `/addresses/${wallet}/balances:listErc20`,
          "erc20TokenBalances",
          ({ address }: Body) => `after=${address}`,
        ],
        [
          `/addresses/${wallet}/balances:listCollectibles`,
          "collectibleBalances",
          ({ address, tokenId }: Body) => `after=${address}-${tokenId}`,
        ],
      ] as const) {
        const whole = await walk(path, list, 100);
        for (const [index, row] of whole.entries())
          expect(await walk(path, list, 1, `${startOf(row)}&`), path).toEqual(whole.slice(index + 1));
        count += whole.length;
      }
    expect(count).toBeGreaterThan(0);
  });

  it("finds the transaction that created a contract, also through another contract", async () => {
    const made = receipts.filter(
      ({ contractAddress, status }) => contractAddress !== null && status === "0x1",
    );
    for (const { contractAddress, transactionHash, from } of made) {
      const body = await get(`/contracts/${contractAddress}/transactions:getDeployment`);
      expect((body.nativeTransaction as Body).txHash).toBe(transactionHash);
      const deployed = await walk(`/contracts/${from}/deployments`, "contracts", 5);
      expect(deployed.map(({ address }) => address)).toContain(checksum(contractAddress ?? ""));
    }
  });

  it("counts the NFTs of a collection as their transfers left them", async () => {
    const collections = new Set<string>();
    const owners = new Map<string, string>();
    for (const { log, transfer } of allTransfers(receipts)) {
      if (transfer.form !== "erc721" || transfer.tokenId === undefined) continue;
      collections.add(log.address);
      owners.set(`${log.address} ${quantityToBigint(transfer.tokenId)}`, toHex(transfer.to));
    }
    expect(collections.size).toBeGreaterThan(0);
    for (const collection of collections) {
      const tokens = await walk(`/nfts/collections/${collection}/tokens`, "tokens", 2);
      const ids = [...owners.keys()]
        .filter((key) => key.startsWith(collection))
        .map((key) => key.split(" ")[1]);
      expect(tokens.map(({ tokenId }) => tokenId)).toEqual(
        ids.sort((a, b) => Number(BigInt(a ?? 0) - BigInt(b ?? 0))),
      );
      for (const { tokenId, ownerAddress } of tokens)
        expect(String(ownerAddress).toLowerCase()).toBe(owners.get(`${collection} ${tokenId}`));
    }
  });

  it("names the C-Chain as the Primary Network does", async () => {
    const { chains } = (await (await fetch(`${firn.url}/v1/chains`)).json()) as { chains: Body[] };
    expect(chains).toEqual([
      expect.objectContaining({
        chainId,
        status: "OK",
        platformChainId: firn.recording.network.cChainId,
        subnetId: "11111111111111111111111111111111LpoYY",
        vmId: "mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6",
      }),
    ]);
  });

  it("asks the node for native balances, and reports a node without state", async () => {
    const recorded = firn.recording.answers.filter(({ method }) => method === "eth_getBalance");
    const states = recorded.map(({ params, reply }) => ({
      account: (JSON.parse(params) as [string])[0],
      at: (JSON.parse(params) as [string, string])[1],
      result: (JSON.parse(reply) as { result: string }).result,
    }));
    const [latest] = states.filter(({ at }) => at === "latest");
    const body = await get(`/addresses/${latest?.account}/balances:getNative`);
    expect(body.nativeTokenBalance).toMatchObject({
      symbol: "AVAX",
      decimals: 18,
      balance: String(BigInt(latest?.result ?? 0)),
    });
    for (const kind of ["Erc20", "Erc721", "Erc1155"])
      expect(await get(`/addresses/${latest?.account}/balances:list${kind}`)).toMatchObject(body);
    const stranger = `/addresses/0x${"11".repeat(20)}`;
    for (const kind of ["Erc20", "Erc721", "Erc1155"]) {
      const held = `${stranger}/balances:list${kind}`;
      expect(await get(held)).not.toHaveProperty("nativeTokenBalance");
      const { balance: _, ...token } = body.nativeTokenBalance as Body;
      expect((await get(held, "sdk")).nativeTokenBalance).toEqual({ ...token, balance: "" });
    }
    const path = `/v1/chains/${chainId}${stranger}/balances:getNative?blockNumber=1`;
    const missing = await fetch(firn.url + path);
    expect([missing.status, await missing.text()]).toEqual([
      503,
      expect.stringContaining("the node has no state of block 1: missing trie node"),
    ]);
    const later = await fetch(firn.url + path.replace("blockNumber=1", "blockNumber=99999999"));
    expect(later.status).toBe(404);
  });

  it("answers unknown items with 404, and malformed parameters with 400 and their name", async () => {
    const cases: [path: string, status: number, words: string][] = [
      [`/v1/chains/1/transactions`, 404, "this Firn does not index EVM chain 1"],
      [
        `/v1/chains/${chainId}/addresses/0x${"11".repeat(20)}/balances:listErc20?blockNumber=99999999`,
        404,
        "no block 99999999",
      ],
      [
        `/v1/chains/${chainId}/addresses/0x${"11".repeat(20)}/transactions?before=1-65536-0`,
        400,
        "before must be",
      ],
      [`/v1/chains/x/transactions`, 400, "chainId must be"],
      [`/v1/chains/${chainId}/transactions/0x${"00".repeat(32)}`, 404, "no transaction"],
      [`/v1/chains/${chainId}/transactions/0x12`, 400, "txHash must be"],
      [`/v1/chains/${chainId}/blocks/99999999`, 404, "no block"],
      [`/v1/chains/${chainId}/addresses/0x12/transactions:listNative`, 400, "address must be"],
      [`/v1/chains/${chainId}/nfts/collections/0x${"11".repeat(20)}/tokens`, 404, "no NFT collection"],
      [
        `/v1/chains/${chainId}/nfts/collections/0x${"11".repeat(20)}/tokens/${2n ** 256n}`,
        400,
        "tokenId must be",
      ],
      [
        `/v1/chains/${chainId}/contracts/0x${"11".repeat(20)}/transactions:getDeployment?currency=xxx`,
        400,
        "currency",
      ],
    ];
    for (const [path, status, words] of cases) {
      const response = await fetch(firn.url + path);
      const body = (await response.json()) as { message: string; statusCode: number };
      expect([response.status, body.statusCode], path).toEqual([status, status]);
      expect(body.message).toContain(words);
    }
  });
  it("proves blocks, and has their transactions' logs and calls as on the node", async () => {
    const firnGet = async <T>(path: string) =>
      (await (await fetch(`${firn.url}/firn/v1/chains/${chainId}${path}`)).json()) as T;
    const walk = async <Page extends { nextPageToken?: string | undefined }, Row>(
      path: string,
      rowsOf: (page: Page) => Row[] | undefined,
    ) => {
      const rows: Row[] = [];
      for (let more: string | undefined = ""; more !== undefined; ) {
        const page: Page = await firnGet<Page>(`${path}?pageSize=100${more}`);
        rows.push(...(rowsOf(page) ?? []));
        more = page.nextPageToken && `&pageToken=${page.nextPageToken}`;
      }
      return rows;
    };
    let settled = 0;
    const some = firn.recording.evm.slice(1).filter((_, at) => at % 4 === 0);
    for (const { block, receipts: own, traces } of some) {
      const proof = await firnGet<EvmBlockProof>(`/blocks/${block.hash}/proof`);
      const header = fromHex(proof.header ?? "0x");
      expect(toHex(transactionHash(header))).toBe(block.hash);
      const root = orderedTrieRoot(proof.transactions.map(fromHex));
      expect(toHex(root)).toBe(toHex(headerRoots(header).transactionsRoot));
      if (proof.execution === undefined) continue;
      settled += 1;
      const { execution } = proof;
      const receiptsRoot = orderedTrieRoot(execution.receipts.map(fromHex));
      expect(toHex(receiptsRoot)).toBe(toHex(headerRoots(fromHex(execution.header)).receiptsRoot));
      for (const [index, receipt] of (own as unknown as Receipt[]).entries()) {
        const proved = decodeReceipt(fromHex(execution.receipts[execution.first + index] ?? "0x"));
        expect(proved.logs.map(({ data }) => toHex(data))).toEqual(receipt.logs.map(({ data }) => data));
        const path = `/transactions/${receipt.transactionHash}`;
        expect((await firnGet<FirnEvmTransaction>(path)).bytes).toBe(proof.transactions[index]);
        const logs = await walk<EvmLogPage, EvmLog>(`${path}/logs`, (page) => page.logs);
        expect(logs.map((log) => [log.logIndex, log.topics, log.data])).toEqual(
          receipt.logs.map((log) => [Number(log.logIndex), log.topics, log.data]),
        );
        const calls = await walk<EvmCallPage, EvmTraceCall>(`${path}/calls`, (page) => page.calls);
        expect(calls.map(({ depth, type, value }) => [depth, type, BigInt(value)])).toEqual(
          callsOf(traces[index]?.result as Call, 0),
        );
      }
    }
    expect(settled).toBeGreaterThan(some.length / 2);
  });

  it("has the node's block 0, by height and by hash, proved and without transactions", async () => {
    const [genesis] = firn.recording.evm;
    const said = genesis?.block as unknown as Record<string, string>;
    const { stateRoot = "" } = said;
    said.stateRoot = `0x${"11".repeat(32)}`; // built from the network's genesis, whatever the node answers now
    const body = await get("/blocks/0");
    expect(body).toMatchObject({
      chainId,
      blockNumber: "0",
      blockHash: said.hash,
      parentHash: said.parentHash,
      blockTimestamp: Number(said.timestamp),
      gasLimit: String(Number(said.gasLimit)),
      gasUsed: "0",
      baseFee: String(Number(said.baseFeePerGas)),
      txCount: 0,
      feesSpent: "0",
    });
    const millis = said.timestampMilliseconds;
    expect(body.blockTimestampMilliseconds).toBe(millis && Number(millis));
    const proof = await fetch(`${firn.url}/firn/v1/chains/${chainId}/blocks/0/proof`);
    said.stateRoot = stateRoot;
    const { header = "0x", transactions } = (await proof.json()) as EvmBlockProof;
    expect([toHex(transactionHash(fromHex(header))), transactions]).toEqual([said.hash, []]);
    expect(await get("/blocks/000")).toEqual(body);
    for (const name of ["0", said.hash, said.hash?.toUpperCase().replace("X", "x")]) {
      expect(await get(`/blocks/${name}`)).toEqual(body);
      expect(await get(`/blocks/${name}/transactions`)).toEqual({ transactions: [] });
    }
    expect((await get("/blocks/1")).parentHash).toBe(body.blockHash);
  });

  it("finds block 0 of each chain by its height and by its id", async () => {
    const search = async (q: string) => {
      const response = await fetch(`${firn.url}/firn/v1/search?q=${q}`);
      const { readings } = (await response.json()) as { readings: { found: string; href?: string }[] };
      return readings.flatMap(({ found, href }) => (found === "yes" ? [href] : []));
    };
    expect(await search("0")).toEqual(["/p/block/0", "/x/block/0", "/c/block/0"]);
    for (const letter of ["p", "x", "c"]) {
      const path = `/v1/networks/fuji/blockchains/${letter}-chain/blocks/0`;
      const { blockHash } = (await (await fetch(firn.url + path)).json()) as { blockHash: string };
      expect(await search(blockHash)).toEqual([`/${letter}/block/0`]);
    }
  });

  it("gives no logs of a receipt that differs from the indexed one, and says so", async () => {
    const block = firn.recording.evm.find((each) => each.receipts.length > 0);
    const [receipt] = block?.receipts ?? [];
    if (receipt === undefined) throw new Error("the recording is empty");
    const { gasUsed } = receipt;
    receipt.gasUsed = "0x1";
    const path = `${firn.url}/firn/v1/chains/${chainId}/transactions/${receipt.transactionHash}`;
    const body = (await (await fetch(`${path}/logs`)).json()) as EvmLogPage;
    receipt.gasUsed = gasUsed;
    expect([body.logs, body.withoutLogs]).toEqual([
      undefined,
      expect.stringContaining("differs from the indexed one in gas used"),
    ]);
    expect(((await (await fetch(`${path}/calls`)).json()) as EvmCallPage).calls).toBeDefined();
  });

  it("gives no logs without a proving header and no impossible calls, and says why", async () => {
    const at = firn.recording.evm.findIndex(
      ({ receipts, tracesWithLog: traces }) =>
        (receipts as unknown as Receipt[])[0]?.logs.length &&
        (traces[0]?.result as Call | undefined)?.calls?.length,
    );
    const { receipts, tracesWithLog: traces } = firn.recording.evm[at] ?? { receipts: [], tracesWithLog: [] };
    const [receipt] = receipts as unknown as Receipt[];
    const [log] = receipt?.logs ?? [];
    const [inner] = (traces[0]?.result as Call | undefined)?.calls ?? [];
    if (receipt === undefined || log === undefined || inner === undefined)
      throw new Error("nothing to falsify");
    const path = `${firn.url}/firn/v1/chains/${chainId}/transactions/${receipt.transactionHash}`;
    const ask = async () => ({
      ...((await (await fetch(`${path}/logs`)).json()) as EvmLogPage),
      ...((await (await fetch(`${path}/calls`)).json()) as EvmCallPage),
    });
    const truth = await ask();
    expect([truth.withoutLogs, truth.withoutCalls]).toEqual([undefined, undefined]);
    const { address } = log;
    const { from } = inner;
    log.address = `0x${"ab".repeat(20)}`;
    inner.from = `0x${"ab".repeat(20)}`;
    const lies = await ask();
    log.address = address;
    inner.from = from;
    expect([lies.logs, lies.withoutLogs]).toEqual([
      undefined,
      expect.stringMatching(/receipts differ from the indexed ones: .* the receipts root of block \d+/),
    ]);
    expect([lies.calls, lies.withoutCalls]).toEqual([
      undefined,
      expect.stringMatching(/is impossible: .* says the sender is 0xabab/),
    ]);
    expect(await ask()).toEqual(truth);
  });
});

function checksum(address: string): string {
  return formatEvmAddress(fromHex(address));
}

function walletsOf(receipts: readonly Receipt[]): string[] {
  return [...new Set(receipts.map(({ from }) => from))];
}

function allTransfers(receipts: readonly Receipt[]) {
  return receipts.flatMap((receipt) =>
    receipt.logs.flatMap((log) =>
      transfersOf({ topics: log.topics.map(fromHex), data: fromHex(log.data) }).map((transfer) => ({
        receipt,
        log,
        transfer,
      })),
    ),
  );
}

function transfersOfWallet(
  receipts: readonly Receipt[],
  wallet: string,
  kind: "Erc20" | "Erc721" | "Erc1155",
) {
  return allTransfers(receipts)
    .filter(({ transfer }) => transfer.form === kind.toLowerCase())
    .filter(({ transfer }) => [toHex(transfer.from), toHex(transfer.to)].includes(wallet))
    .map(({ receipt, log, transfer }) => {
      const id = transfer.tokenId === undefined ? "" : quantityToBigint(transfer.tokenId);
      return `${receipt.transactionHash} ${Number(log.logIndex)} ${id} ${quantityToBigint(transfer.value)}`;
    });
}

function idOf(item: Body): unknown {
  const token = (item.erc721Token ?? item.erc1155Token) as Body | undefined;
  return token === undefined ? "" : token.tokenId;
}

function movements(body: Body): string[] {
  const lists = ["erc20Transfers", "erc721Transfers", "erc1155Transfers"].flatMap(
    (name) => (body[name] as Body[]) ?? [],
  );
  return lists.map((item) => `${item.logIndex} ${idOf(item)} ${item.value ?? 1}`).sort();
}

function movementsOf(receipt: Receipt): string[] {
  return allTransfers([receipt])
    .map(({ log, transfer }) => {
      const id = transfer.tokenId === undefined ? "" : quantityToBigint(transfer.tokenId);
      return `${Number(log.logIndex)} ${id} ${quantityToBigint(transfer.value)}`;
    })
    .sort();
}

/** Depth, type and value of every call of a trace. */
function callsOf(call: Call, depth: number): [number, string, bigint][] {
  const inner = (call.calls ?? []).flatMap((each) => callsOf(each, depth + 1));
  return [[depth, call.type, BigInt(call.value ?? 0)], ...inner];
}

/**
 * Calls that move value, amounts that self-destructing contracts leave, and contracts created below the top of each
 * trace.
 */
function internalsOf({ recording }: IndexedCChain, wallet: string): string[] {
  const found: string[] = [];
  const visit = (hash: string, call: Call, depth: number): void => {
    const moves = ["CALL", "SELFDESTRUCT"].includes(call.type) && BigInt(call.value ?? 0) > 0n;
    const counts = depth > 0 && (moves || call.type.startsWith("CREATE"));
    if (counts && [call.from, call.to].includes(wallet)) found.push(`${hash} ${BigInt(call.value ?? 0)}`);
    for (const inner of call.calls ?? []) visit(hash, inner, depth + 1);
  };
  for (const { traces } of recording.evm)
    for (const { txHash, result } of traces) visit(txHash, result as Call, 0);
  return found;
}
