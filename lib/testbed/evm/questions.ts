import { expect } from "vitest";
import { toHex } from "../../avalanche/codec/bytes";
import type { Asking } from "./asking";
import { callData } from "./contracts";
import { type Json, readCall, readMoved, readNative, readParts, readPlace } from "./expected";
import { type Address, NOBODY } from "./tokens";

/** Asks for each block and transaction, and for the chain's lists of them. */
export async function askBlocks(asking: Asking): Promise<void> {
  const { expected } = asking;
  let total = 0;
  const all: Json[] = [];
  for (const { height, hash, time, header, transactions } of expected.history.chain.blocks) {
    total += transactions.length;
    const fees = transactions.reduce((sum, each) => sum + each.gasUsed * each.effectiveGasPrice, 0n);
    const says = {
      blockNumber: String(height),
      blockHash: hash,
      blockTimestamp: time,
      parentHash: toHex(header.parentHash),
      txCount: transactions.length,
      feesSpent: String(fees),
      cumulativeTransactions: String(total),
    };
    all.unshift(says);
    expect(await asking.get(`/blocks/${height}`)).toMatchObject(says);
    expect(await asking.get(`/blocks/${hash}`)).toMatchObject(says);
    const listed = await asking.walk(`/blocks/${height}/transactions`, "transactions", 0);
    expect(listed.map(({ txHash }) => txHash)).toEqual(transactions.map((transaction) => transaction.hash));
  }
  expect(await asking.walk("/blocks", "blocks", 9)).toMatchObject(all);
}

export async function askTransactions(asking: Asking): Promise<void> {
  const { expected } = asking;
  const natives = expected.natives().map(({ says }) => says);
  for (const [query, status] of [
    ["", undefined],
    ["status=failed&", "0"],
    ["status=success&", "1"],
  ] as const) {
    const listed = await asking.walk("/transactions", "transactions", 8, query);
    const wanted = natives.filter(({ txStatus }) => status === undefined || txStatus === status);
    expect(listed.map(readNative)).toEqual(wanted);
  }
  for (const entry of expected.history.entries) {
    const body = await asking.get(`/transactions/${entry.executed.hash}`);
    const native = body.nativeTransaction as Json;
    expect({ native: readNative(native), ...readParts(body) }).toEqual({
      native: expected.native(entry),
      ...expected.parts(entry, () => true),
    });
    expect(native.input).toBe(toHex(entry.executed.fields.input));
  }
}

/** Asks for the lists of an address. */
export async function askLists(asking: Asking, address: Address): Promise<void> {
  const { expected } = asking;
  const path = `/addresses/${address}/transactions`;
  await asking.compare(`${path}:listNative`, { read: readNative, wanted: expected.natives(address) });
  const readInternal = (item: Json) => ({ ...readPlace(item), ...readCall(item) });
  const internals = `${path}:listInternals`;
  if (expected.traced)
    await asking.compare(internals, { read: readInternal, wanted: expected.internals(address) });
  else expect((await fetch(asking.urlOf(internals))).status).toBe(503);
  const read = (item: Json) => ({ ...readPlace(item), ...readMoved(item) });
  for (const [list, form] of FORMS) {
    await asking.compare(`${path}:list${list}`, { read, wanted: expected.transfers(form, address) });
  }
  const ofToken = expected.tokenTransfers(address);
  await asking.compare(`/tokens/${address}/transfers`, { read, wanted: ofToken, name: "transfers" });
  const readGroup = (item: Json) => ({
    native: readNative(item.nativeTransaction as Json),
    ...readParts(item),
  });
  const grouped = expected.grouped(address);
  await asking.compare(path, { read: readGroup, wanted: grouped });
  const oldest = await asking.walk(path, "transactions", 5, "sortOrder=asc&");
  expect(oldest.map(readGroup)).toEqual(grouped.toReversed().map(({ says }) => says));
  const deployed = (await asking.walk(`/contracts/${address}/deployments`, "contracts", 2)).map(readDeployed);
  expect(deployed.sort()).toEqual(
    expected
      .deployments(address)
      .map(({ txHash, creator, ...made }) => `${made.address} ${txHash} ${creator}`)
      .sort(),
  );
}

/** Asks for balances of an address: the chain's coin as in the EVM, tokens as in both the model and the EVM. */
export async function askHoldings(asking: Asking, address: Address): Promise<void> {
  const { history } = asking.expected;
  const path = `/addresses/${address}/balances`;
  const { nativeTokenBalance } = await asking.get(`${path}:getNative`);
  expect((nativeTokenBalance as Json).balance).toBe(String(history.chain.balanceOf(address)));
  if (address === NOBODY) return;
  await askCoins(asking, address);
  await askPast(asking, address);
  const singles = history.collections.flatMap(({ address: token, owners }) =>
    [...owners].flatMap(([id, owner]) => (owner === address ? [`${token} ${id} ${address}`] : [])),
  );
  const items = [...history.items.held].flatMap(([key, balance]) => {
    const [id, holder] = key.split(" ");
    return holder === address && balance > 0n ? [`${history.items.address} ${id} ${balance}`] : [];
  });
  const held = async (list: string, name: string, query = "") =>
    (await asking.walk(`${path}:${list}`, name, 3, query)).map(readHeld).sort();
  expect(await held("listErc721", "erc721TokenBalances")).toEqual(singles.toSorted());
  expect(await held("listErc1155", "erc1155TokenBalances")).toEqual(items.toSorted());
  const all = [...singles, ...items].sort();
  expect(await held("listCollectibles", "collectibleBalances")).toEqual(all);
  for (const { address: token } of [history.items, ...history.collections]) {
    const only = await held("listCollectibles", "collectibleBalances", `contractAddress=${token}&`);
    expect(only).toEqual(all.filter((each) => each.startsWith(token)));
  }
}

/** Until Firn has noticed that a token changes balances without events, balances may come from its transfers. */
async function askCoins(asking: Asking, address: Address, height?: number): Promise<void> {
  const { history } = asking.expected;
  const at = height === undefined ? "" : `blockNumber=${height}&`;
  const path = `/addresses/${address}/balances:listErc20`;
  const listed = await asking.walk(path, "erc20TokenBalances", 2, at);
  const balances = new Map(listed.map((each) => [String(each.address).toLowerCase(), String(each.balance)]));
  for (const coin of history.coins) {
    const answer = await history.chain.call(
      coin.address,
      callData("balanceOf(address)", [address]),
      height ?? history.chain.head.height,
    );
    const balance = BigInt(toHex(answer?.length ? answer : new Uint8Array(1)));
    if (height === undefined) expect(balance, "the model and the EVM").toBe(coin.balanceOf(address));
    if (coin.hasAllEvents)
      expect(balances.get(coin.address) ?? "0", `${coin.address} ${path}?${at}`).toBe(String(balance));
    balances.delete(coin.address);
  }
  expect([...balances]).toEqual([]);
}

/** Asks for past balances of an address. */
async function askPast(asking: Asking, address: Address): Promise<void> {
  const { history } = asking.expected;
  const height = (asking.count * 7) % (history.chain.head.height + 1);
  await askCoins(asking, address, height);
  const last = history.entries.findLast((entry) => entry.height <= height);
  const wanted = [...(last?.leftItems ?? [])].flatMap(([key, balance]) => {
    const [id, holder] = key.split(" ");
    return holder === address && balance > 0n ? [`${history.items.address} ${id} ${balance}`] : [];
  });
  const path = `/addresses/${address}/balances:listErc1155`;
  const listed = await asking.walk(path, "erc1155TokenBalances", 2, `blockNumber=${height}&`);
  expect(listed.map(readHeld).sort()).toEqual(wanted.sort());
  const { nativeTokenBalance } = await asking.get(
    `/addresses/${address}/balances:getNative?blockNumber=${height}`,
  );
  expect((nativeTokenBalance as Json).balance).toBe(String(history.chain.balanceOf(address, height)));
}

/** Asks who created a contract. */
export async function askDeployment(asking: Asking, address: Address): Promise<void> {
  const { expected } = asking;
  const made = expected.history.accounts.flatMap((account) => expected.deployments(account));
  const { nativeTransaction } = await asking.get(`/contracts/${address}/transactions:getDeployment`);
  expect((nativeTransaction as Json).txHash).toBe(made.find((each) => each.address === address)?.txHash);
}

export async function askCollections(asking: Asking): Promise<void> {
  const { collections, items, entries } = asking.expected.history;
  for (const { address, owners } of collections) await askTokens(asking, address, owners);
  const moved = entries.flatMap((entry) => entry.moved).filter(({ form }) => form === "erc1155");
  await askTokens(asking, items.address, new Map(moved.map(({ id = 0n }) => [id, undefined])));
}

/** Asks for every token of a collection ever minted, by number, and for each of them. */
async function askTokens(
  asking: Asking,
  address: Address,
  owners: Map<bigint, Address | undefined>,
): Promise<void> {
  const path = `/nfts/collections/${address}/tokens`;
  const ids = [...owners.keys()].sort((a, b) => (a < b ? -1 : 1));
  const wanted = ids.map((id) => `${id} ${owners.get(id)}`);
  expect((await fetch(asking.urlOf(`${path}/77`))).status).toBe(404);
  if (ids.length === 0) return;
  const read = ({ tokenId, ownerAddress }: Json) =>
    `${tokenId} ${ownerAddress === undefined ? undefined : String(ownerAddress).toLowerCase()}`;
  for (const pageSize of [1, 100])
    expect((await asking.walk(path, "tokens", pageSize)).map(read)).toEqual(wanted);
  for (const [i, id] of ids.entries()) expect(read(await asking.get(`${path}/${id}`))).toBe(wanted[i]);
}

const FORMS = [
  ["Erc20", "erc20"],
  ["Erc721", "erc721"],
  ["Erc1155", "erc1155"],
] as const;

function readHeld({ address, tokenId, balance, ownerAddress }: Json): string {
  return `${String(address).toLowerCase()} ${tokenId} ${balance ?? String(ownerAddress).toLowerCase()}`;
}

function readDeployed({ address, deploymentDetails }: Json): string {
  const { txHash, deployerContractAddress } = deploymentDetails as Record<string, string>;
  return `${String(address).toLowerCase()} ${txHash} ${deployerContractAddress?.toLowerCase()}`;
}
