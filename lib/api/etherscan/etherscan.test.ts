import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatEvmAddress } from "../../avalanche/evm-address";
import { listAddresses } from "../../store/queries/evm/address";
import { startApi } from "../../testbed/api";
import { C, followL1Network, L1, L1_NETWORK_TIMEOUT_MS, type L1Network } from "../../testbed/l1-network";

type Item = Record<string, string>;
interface Answer {
  status: string;
  message: string;
  result: unknown;
}

let network: L1Network;

beforeAll(async () => {
  network = await followL1Network();
}, L1_NETWORK_TIMEOUT_MS);

afterAll(() => network.close());

/** What the Etherscan-compatible API answers, and with which status. */
async function ask(path: string, query: Record<string, string>, options?: RequestInit): Promise<Answer> {
  const response = await fetch(`${network.firn.url}${path}?${new URLSearchParams(query)}`, options);
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

async function listOf(chain: string, query: Record<string, string>): Promise<Item[]> {
  const { message, result } = await ask(`/${chain}/api`, query);
  if (message === "No transactions found") return [];
  expect(message, JSON.stringify(result)).toBe("OK");
  return result as Item[];
}

const get = async (path: string): Promise<Record<string, unknown>> => {
  const response = await fetch(`${network.firn.url}${path}`);
  return (await response.json()) as Record<string, unknown>;
};

/** All items of a list of the Data API, newest first. */
async function walk(chain: string, address: string, list: string): Promise<Data[]> {
  const items: Data[] = [];
  for (let token = ""; ; ) {
    const page = await get(
      `/v1/chains/${chain}/addresses/${address}/transactions:${list}?pageSize=100${token}`,
    );
    items.push(...(page.transactions as Data[]));
    if (page.nextPageToken === undefined) return items;
    token = `&pageToken=${page.nextPageToken}`;
  }
}

interface Party {
  address: string;
}
interface Data extends Record<string, unknown> {
  txHash: string;
  blockNumber: string;
  from: Party;
  to: Party;
}

const LISTS = {
  txlist: { list: "listNative", place: (item: Data) => item.txHash, told: tellNative },
  txlistinternal: { list: "listInternals", place: (item: Data) => item.blockNumber, told: tellInternal },
  tokentx: { list: "listErc20", place: (item: Data) => item.txHash, told: tellTransfer },
  tokennfttx: { list: "listErc721", place: (item: Data) => item.txHash, told: tellTransfer },
  token1155tx: { list: "listErc1155", place: (item: Data) => item.txHash, told: tellTransfer },
};

/** The same list with its oldest block or transaction first. What is in one stays in its order. */
function oldestFirst(items: Data[], place: (item: Data) => string): Data[] {
  const groups: Data[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && place(last[0]) === place(item)) last.push(item);
    else groups.push([item]);
  }
  return groups.reverse().flat();
}

const ZERO = `0x${"0".repeat(40)}`;
const lower = ({ address }: Party) => address.toLowerCase();

/** What both APIs say of a transaction, in the words of the Etherscan-compatible one. */
function tellNative(item: Data): Item {
  const isCreation = (item.method as { callType: string }).callType === "CONTRACT_CREATION";
  return {
    ...placeOf(item),
    blockHash: String(item.blockHash),
    nonce: String(item.nonce),
    transactionIndex: String(item.blockIndex),
    to: isCreation ? "" : lower(item.to),
    contractAddress: isCreation && lower(item.to) !== ZERO ? lower(item.to) : "",
    value: String(item.value),
    gas: String(item.gasLimit),
    gasUsed: String(item.gasUsed),
    gasPrice: String(item.gasPrice),
    isError: item.txStatus === "1" ? "0" : "1",
    txreceipt_status: String(item.txStatus),
  };
}

function tellInternal(item: Data): Item {
  const type = String(item.internalTxType);
  const isCreation = type.startsWith("CREATE");
  return {
    ...placeOf(item),
    to: isCreation ? "" : lower(item.to),
    contractAddress: isCreation && lower(item.to) !== ZERO ? lower(item.to) : "",
    value: String(item.value),
    type: type === "UNKNOWN" ? "selfdestruct" : type.toLowerCase(),
    gas: String(item.gasLimit),
    gasUsed: String(item.gasUsed),
    isError: item.isReverted === true ? "1" : "0",
  };
}

function tellTransfer(item: Data): Item {
  const token = (item.erc20Token ?? item.erc721Token ?? item.erc1155Token) as Item;
  const { tokenId } = token;
  return {
    ...placeOf(item),
    to: lower(item.to),
    contractAddress: String(token.address).toLowerCase(),
    ...(tokenId !== undefined && { tokenID: tokenId }),
    ...(item.erc20Token !== undefined && { value: String(item.value) }),
    ...(item.erc1155Token !== undefined && { tokenValue: String(item.value) }),
  };
}

function placeOf({ blockNumber, blockTimestamp, txHash, from }: Data): Item {
  return { blockNumber, timeStamp: String(blockTimestamp), hash: txHash, from: lower(from) };
}

/** The members of an item that the Data API has too. */
function asTold(item: Item | undefined, told: Item): Item {
  return Object.fromEntries(Object.keys(told).map((name) => [name, String(item?.[name])]));
}

async function accountsOf(chain: string): Promise<string[]> {
  const store = await network.firn.stores.open(`evm/${chain}`, { mode: "read" });
  const rows = await listAddresses(store.db, 10_000);
  await store.close();
  return rows.map(({ bytes }) => formatEvmAddress(bytes));
}

/** Accounts that are compared at a time. */
const AT_ONCE = 8;

describe.each([L1, C])("the Etherscan-compatible lists of chain %s", (chain) => {
  it("are those of the Data API for every account: each list, both orders, every page", {
    timeout: 300_000,
  }, async () => {
    const compared = Object.fromEntries(Object.keys(LISTS).map((action) => [action, 0]));
    const compare = async (address: string) => {
      for (const [action, { list, place, told }] of Object.entries(LISTS)) {
        const newest = await walk(chain, address, list);
        for (const [sort, items] of [
          ["desc", newest],
          ["asc", oldestFirst(newest, place)],
        ] as const) {
          const query = { module: "account", action, address, sort };
          const expected = items.map(told);
          const whole = await listOf(chain, query);
          expect(
            whole.map((item, i) => asTold(item, expected[i] ?? {})),
            `${action} ${address} ${sort}`,
          ).toEqual(expected);
          if (whole.length === 0) continue;
          const offset = Math.ceil(whole.length / 3);
          const paged: Item[] = [];
          for (let page = 1; paged.length < whole.length && page <= 4; page++)
            paged.push(...(await listOf(chain, { ...query, page: String(page), offset: String(offset) })));
          expect(paged).toEqual(whole);
        }
        compared[action] = (compared[action] ?? 0) + newest.length;
      }
    };
    const accounts = await accountsOf(chain);
    while (accounts.length > 0) await Promise.all(accounts.splice(0, AT_ONCE).map(compare));
    for (const [action, items] of Object.entries(compared)) expect(items, action).toBeGreaterThan(0);
  });
});

/** Sends a query as forms are sent. */
const post = (path: string, form: Record<string, string>) =>
  ask(path, {}, { method: "POST", body: new URLSearchParams(form) });

/** Everything that the chain's node answers to a method. */
async function askNode(chain: string, method: string, params: unknown[]): Promise<unknown> {
  const { rpcUrl } = await get(`/v1/chains/${chain}`);
  const response = await fetch(String(rpcUrl), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return ((await response.json()) as { result?: unknown }).result;
}

const NOBODY = `0x${"12".repeat(20)}`;
const account = (query: Record<string, string>) => ({ module: "account", ...query });

describe("the Etherscan-compatible API", () => {
  it("finds a chain by its ids and name, in the path or by chainid, the C-Chain by default", async () => {
    const { platformChainId, chainName } = await get(`/v1/chains/${L1}`);
    const heightAt = async (path: string, more = {}) => {
      const answer = await ask(path, { module: "proxy", action: "eth_blockNumber", ...more });
      return Number(answer.result);
    };
    expect(await heightAt("/api")).toBe(await heightAt(`/${C}/api`));
    const paths = [`/${L1}/api`, `/${platformChainId}/api`, `/${String(chainName).toUpperCase()}/api`];
    for (const path of paths) expect(await heightAt(path), path).toBe(222);
    expect(await heightAt("/api", { chainid: L1 })).toBe(222);
    expect(await heightAt("/v2/api", { chainid: L1 })).toBe(222);
    expect(await heightAt(`/${platformChainId}/api`, { chainid: L1 })).toBe(222);
    expect(await ask(`/${L1}/api`, { module: "proxy", action: "eth_blockNumber", chainid: C })).toEqual({
      status: "0",
      message: "NOTOK",
      result: `Error! the path names chain ${L1}, and chainid names ${C}: leave chainid out`,
    });
    expect((await ask("/12345/api", { module: "proxy", action: "eth_blockNumber" })).result).toMatch(
      /^Error! this Firn does not index EVM chain 12345: it indexes /,
    );
  });

  it("refuses what it cannot answer with status 200, in the published form", async () => {
    const refused = async (query: Record<string, string>) => {
      const { result, ...rest } = await ask(`/${L1}/api`, query);
      expect(rest).toEqual({ status: "0", message: "NOTOK" });
      return result;
    };
    expect(await refused({})).toMatch(/^Error! Missing Or invalid Module name/);
    expect(await refused({ module: "account", action: "x" })).toMatch(
      /^Error! Missing Or invalid Action name/,
    );
    expect(await refused(account({ action: "balance", address: "0x12" }))).toBe(
      'Error! address must be an EVM address: 0x and 40 hex digits, not "0x12"',
    );
    expect(await refused(account({ action: "tokentx" }))).toMatch(/^Error! address, contractaddress or both/);
    expect(await refused({ module: "stats", action: "ethprice" })).toMatch(/^Firn has no price/);
    expect(await refused({ module: "stats", action: "ethsupply" })).toMatch(/^Firn does not know how much/);
    expect(await refused({ module: "block", action: "getblockcountdown", blockno: "222" })).toBe(
      "Error! Block number already pass",
    );
  });

  it("answers an empty list and one beyond the window of results in the words that clients know", async () => {
    const list = account({ action: "txlist", address: NOBODY });
    expect(await ask(`/${L1}/api`, list)).toEqual({
      status: "0",
      message: "No transactions found",
      result: [],
    });
    expect(await ask(`/${L1}/api`, { ...list, page: "11", offset: "1000" })).toEqual({
      status: "0",
      message: "Result window is too large, PageNo x Offset size must be less than or equal to 10000",
      result: null,
    });
    expect((await ask(`/${L1}/api`, { ...list, page: "10", offset: "1000" })).message).toBe(
      "No transactions found",
    );
  });

  it("takes a form as it takes a query", async () => {
    const [address = ""] = await accountsOf(L1);
    const query = account({ action: "balance", address, tag: "latest" });
    const asked = await ask(`/${L1}/api`, query);
    expect(asked).toMatchObject({ status: "1", message: "OK" });
    expect(await post(`/${L1}/api`, query)).toEqual(asked);
    expect(await post("/api", { ...query, chainid: L1 })).toEqual(asked);
  });

  it("takes its keys from the query, and refuses wrong keys and too many requests as clients expect", async () => {
    const limits = { anonymous: 1, keyed: 3 };
    const api = await startApi({ stores: network.firn.stores, apiKeys: ["right"], limits });
    const askWith = async (apikey: string) => {
      const query = new URLSearchParams({ module: "stats", action: "ethprice", apikey });
      const response = await fetch(`${api.url}/${L1}/api?${query}`);
      expect(response.status).toBe(200);
      return ((await response.json()) as Answer).result;
    };
    expect(await askWith("wrong")).toMatch(/^Invalid API Key: unknown API key/);
    expect(await askWith("")).toMatch(/^Max rate limit reached: more than 1 requests/);
    expect(await askWith("right")).toMatch(/^Firn has no price/);
    await api.close();
  });

  it("answers the requests of forge, cast and hardhat-verify", async () => {
    const [contract] = await contractsOf(L1);
    const address = String(contract);
    // hardhat-verify and forge look first whether the contract is verified, then send the sources as a form.
    const source = await ask("/api", {
      module: "contract",
      action: "getsourcecode",
      address,
      chainid: L1,
      apikey: "any",
    });
    expect(source).toMatchObject({
      status: "1",
      message: "OK",
      result: [{ SourceCode: "", ABI: "Contract source code not verified" }],
    });
    const sent = {
      module: "contract",
      action: "verifysourcecode",
      apikey: "any",
      contractaddress: address,
      codeformat: "solidity-standard-json-input",
      contractname: "src/A.sol:A",
      sourceCode: "x".repeat(1_000_000),
      compilerversion: "v0.8.30+commit.73712a01",
      constructorArguements: "",
    };
    // Verified sources have tests of their own: l1-network-sources.test.ts.
    const refused = await post("/api", { ...sent, chainid: L1 });
    expect(refused).toMatchObject({ status: "0", message: "NOTOK" });
    expect(refused.result).toMatch(/^Invalid source code/);
    const status = { module: "contract", action: "checkverifystatus", guid: "g", apikey: "any" };
    expect((await ask(`/${L1}/api`, status)).result).toMatch(/^Unknown GUID/);
    // cast interface, cast source, cast creation-code
    expect((await ask(`/${L1}/api`, { module: "contract", action: "getabi", address })).result).toMatch(
      /^Contract source code not verified/,
    );
    const minter = "0x0200000000000000000000000000000000000001";
    const abi = await ask(`/${L1}/api`, { module: "contract", action: "getabi", address: minter });
    expect(JSON.parse(String(abi.result))).toContainEqual(
      expect.objectContaining({ type: "function", name: "mintNativeCoin" }),
    );
    const creation = await ask(`/${L1}/api`, {
      module: "contract",
      action: "getcontractcreation",
      contractaddresses: `${address},${NOBODY}`,
    });
    const { deploymentDetails } = await get(
      `/v1/chains/${L1}/contracts/${address}/transactions:getDeployment`,
    ).then(({ nativeTransaction }) => ({ deploymentDetails: nativeTransaction as Data & { input: string } }));
    expect(creation.result).toEqual([
      expect.objectContaining({
        contractAddress: address.toLowerCase(),
        contractCreator: lower(deploymentDetails.from),
        txHash: deploymentDetails.txHash,
        creationBytecode: deploymentDetails.input,
      }),
    ]);
  });
});

/** Contracts that transactions created by themselves. */
async function contractsOf(chain: string): Promise<string[]> {
  const { transactions } = await get(`/v1/chains/${chain}/transactions?pageSize=100`);
  return (transactions as Data[])
    .filter(
      ({ method, txStatus }) =>
        txStatus === "1" && (method as { callType: string }).callType === "CONTRACT_CREATION",
    )
    .map(({ to }) => to.address);
}

describe("what a chain's node knows", () => {
  it("is relayed as the node answers it", async () => {
    const relayed = async (query: Record<string, string>) =>
      ask(`/${L1}/api`, { module: "proxy", ...query }) as Promise<unknown>;
    const hash = String(
      (await listOf(L1, account({ action: "txlist", address: await anyAccount() })))[0]?.hash,
    );
    const cases: [Record<string, string>, unknown[]][] = [
      [{ action: "eth_getBlockByNumber", tag: "0x64", boolean: "true" }, ["0x64", true]],
      [{ action: "eth_getTransactionByHash", txhash: hash }, [hash]],
      [{ action: "eth_getTransactionReceipt", txhash: hash }, [hash]],
    ];
    for (const [query, params] of cases) {
      const result = await askNode(L1, String(query.action), params);
      expect(result, String(query.action)).toBeTruthy();
      expect(await relayed(query)).toEqual({ jsonrpc: "2.0", id: 1, result });
    }
    expect(await relayed({ action: "eth_sendRawTransaction", hex: "0x00" })).toMatchObject({
      error: { message: expect.stringContaining("sends no transactions") },
    });
  });

  it("gives balances, one and many", async () => {
    const accounts = (await accountsOf(L1)).slice(0, 20);
    const many = await ask(`/${L1}/api`, account({ action: "balancemulti", address: accounts.join() }));
    for (const [i, address] of accounts.entries()) {
      const balance = String(BigInt(String(await askNode(L1, "eth_getBalance", [address, "latest"]))));
      expect((many.result as Item[])[i]).toEqual({ account: address, balance });
      expect((await ask(`/${L1}/api`, account({ action: "balance", address }))).result).toBe(balance);
    }
  });

  it("gives the logs of any filter, each with its block's time and its transaction's gas", async () => {
    const all = (await askNode(L1, "eth_getLogs", [{ fromBlock: "0x1", toBlock: "latest" }])) as NodeLog[];
    const rich = all.filter(({ topics }) => topics.length > 2);
    expect(rich.length).toBeGreaterThan(10);
    for (const { address, topics } of rich.slice(0, 12)) {
      const [topic0 = "", topic1 = "", topic2 = ""] = topics;
      const filters: [Record<string, string>, (log: NodeLog) => boolean][] = [
        [{ address }, (log) => log.address === address],
        [{ topic0 }, (log) => log.topics[0] === topic0],
        [
          { address, topic0, topic2 },
          (log) => log.address === address && log.topics[0] === topic0 && log.topics[2] === topic2,
        ],
        [
          { topic1, topic2, topic1_2_opr: "or" },
          (log) => log.topics[1] === topic1 || log.topics[2] === topic2,
        ],
        [
          { topic0, topic0_1_opr: "and", topic1, topic1_2_opr: "or", topic2 },
          (log) => log.topics[0] === topic0 && (log.topics[1] === topic1 || log.topics[2] === topic2),
        ],
      ];
      for (const [filter, isMeant] of filters) {
        const query = { module: "logs", action: "getLogs", fromBlock: "0", toBlock: "latest", ...filter };
        const { result } = await ask(`/${L1}/api`, query);
        const expected = all.filter(isMeant).map(tellLog);
        expect((result as NodeLog[]).map(tellLog), JSON.stringify(filter)).toEqual(expected);
        const second = await ask(`/${L1}/api`, { ...query, page: "2", offset: "1" });
        expect((second.result as NodeLog[]).map(tellLog)).toEqual(expected.slice(1, 2));
      }
    }
    const { result } = await ask(`/${L1}/api`, {
      module: "logs",
      action: "getLogs",
      address: String(rich[0]?.address),
    });
    const [log] = result as Record<string, string>[];
    const block = (await askNode(L1, "eth_getBlockByNumber", [log?.blockNumber, false])) as Item;
    const receipt = (await askNode(L1, "eth_getTransactionReceipt", [log?.transactionHash])) as Item;
    expect(log).toMatchObject({
      timeStamp: block.timestamp,
      gasUsed: receipt.gasUsed,
      gasPrice: receipt.effectiveGasPrice,
    });
  });
});

interface NodeLog {
  address: string;
  topics: string[];
  data: string;
  transactionHash: string;
  logIndex: string;
}

const tellLog = ({ address, topics, data, transactionHash, logIndex }: NodeLog) => ({
  address,
  topics,
  data,
  transactionHash,
  logIndex,
});

async function anyAccount(): Promise<string> {
  for (const address of await accountsOf(L1))
    if ((await listOf(L1, account({ action: "txlist", address }))).length > 0) return address;
  throw new Error("no account has a transaction");
}

describe("blocks and transactions", () => {
  it("say what was paid for them and how they ended, as the node does", async () => {
    const { transactions } = await get(`/v1/chains/${L1}/transactions?pageSize=100&status=failed`);
    const failed = (transactions as Data[])[0];
    const status = await ask(`/${L1}/api`, {
      module: "transaction",
      action: "getstatus",
      txhash: String(failed?.txHash),
    });
    expect(status.result).toEqual({ isError: "1", errDescription: expect.stringMatching(/./) });
    const receipt = { module: "transaction", action: "gettxreceiptstatus" };
    expect((await ask(`/${L1}/api`, { ...receipt, txhash: String(failed?.txHash) })).result).toEqual({
      status: "0",
    });
    expect((await ask(`/${L1}/api`, { ...receipt, txhash: `0x${"00".repeat(32)}` })).result).toEqual({
      status: "",
    });
    const blockno = String(failed?.blockNumber);
    const hex = `0x${Number(blockno).toString(16)}`;
    const block = (await askNode(L1, "eth_getBlockByNumber", [hex, false])) as Item;
    const receipts = (await askNode(L1, "eth_getBlockReceipts", [hex])) as Item[];
    const fees = receipts.reduce(
      (sum, item) => sum + BigInt(item.gasUsed ?? 0) * BigInt(item.effectiveGasPrice ?? 0),
      0n,
    );
    expect((await ask(`/${L1}/api`, { module: "block", action: "getblockreward", blockno })).result).toEqual({
      blockNumber: blockno,
      timeStamp: String(Number(block.timestamp)),
      blockMiner: block.miner,
      blockReward: String(fees),
      uncles: [],
      uncleInclusionReward: "0",
    });
    const cumulative = await listOf(L1, account({ action: "txlist", address: String(failed?.from.address) }));
    for (const { hash, cumulativeGasUsed } of cumulative) {
      const told = (await askNode(L1, "eth_getTransactionReceipt", [hash])) as Item;
      expect(cumulativeGasUsed).toBe(String(Number(told.cumulativeGasUsed)));
    }
  });

  it("are found by time, and blocks to come are estimated", async () => {
    const { blockTimestamp } = await get(`/v1/chains/${L1}/blocks/100`);
    const closest = async (timestamp: number, side: string) =>
      (
        await ask(`/${L1}/api`, {
          module: "block",
          action: "getblocknobytime",
          timestamp: String(timestamp),
          closest: side,
        })
      ).result;
    const timeOf = async (height: unknown) =>
      (await get(`/v1/chains/${L1}/blocks/${height}`)).blockTimestamp as number;
    const before = await closest(Number(blockTimestamp), "before");
    expect(await timeOf(before)).toBe(blockTimestamp);
    expect(await timeOf(Number(before) + 1)).toBeGreaterThan(Number(blockTimestamp));
    expect(Number(await closest(Number(blockTimestamp) + 1, "after"))).toBe(Number(before) + 1);
    expect(await closest(4_000_000_000, "after")).toBe("Error! No closest block found");
    const { result } = await ask(`/${L1}/api`, {
      module: "block",
      action: "getblockcountdown",
      blockno: "232",
    });
    expect(result).toMatchObject({ CurrentBlock: "222", CountdownBlock: "232", RemainingBlock: "10" });
  });

  it("have the calls of a transaction and of a range of blocks", async () => {
    const ranged = await listOf(L1, account({ action: "txlistinternal", startblock: "1", endblock: "222" }));
    expect(ranged.length).toBeGreaterThan(5);
    const [first] = ranged;
    const own = await listOf(L1, account({ action: "txlistinternal", txhash: String(first?.hash) }));
    const bare = ranged
      .filter(({ hash }) => hash === first?.hash)
      .map(({ hash: _, traceId: __, ...call }) => call);
    expect(own).toEqual(bare);
  });

  it("have the transfers of a token, and of a token by an account", async () => {
    const { transactions } = await get(`/v1/chains/${L1}/transactions?pageSize=1`);
    expect(transactions).toHaveLength(1);
    let seen = 0;
    for (const address of await accountsOf(L1)) {
      const own = await listOf(L1, account({ action: "tokentx", address, sort: "desc" }));
      const [transfer] = own;
      if (transfer === undefined) continue;
      const contractaddress = String(transfer.contractAddress);
      const both = await listOf(L1, account({ action: "tokentx", address, contractaddress, sort: "desc" }));
      expect(both).toEqual(own.filter(({ contractAddress }) => contractAddress === contractaddress));
      const ofToken = await listOf(L1, account({ action: "tokentx", contractaddress, sort: "desc" }));
      expect(ofToken).toEqual(expect.arrayContaining(both));
      seen += both.length;
    }
    expect(seen).toBeGreaterThan(10);
  });
});
