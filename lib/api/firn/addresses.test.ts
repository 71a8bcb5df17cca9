import { afterAll, beforeAll, expect, test } from "vitest";
import { decodeCBlock } from "../../avalanche/c/block";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import {
  addressOfPublicKey,
  compressKey,
  evmAddressOfPublicKey,
  recoverPublicKeys,
} from "../../avalanche/crypto/signatures";
import { recoverSenderKey } from "../../avalanche/evm/sender";
import { formatEvmAddress } from "../../avalanche/evm-address";
import { formatAddress, formatId, formatNodeId } from "../../avalanche/ids";
import { allTxs, decodePBlock } from "../../avalanche/p/block";
import { decodeContainer } from "../../avalanche/proposer/proposervm";
import { decodeXBlock } from "../../avalanche/x/block";
import { openDataClient } from "../../client/data";
import { type FirnAddress, getAddress } from "../../contract/firn/addresses";
import type { Recording } from "../../devnet/recording";
import { followL1, type IndexedCChain, indexCChain } from "../../testbed/c-chain";
import { VmChain } from "../../testbed/evm/chain";
import { serveVmNode } from "../../testbed/evm/node";

/** Every signature of a recording, recovered here by plain reading, against what the route answers. */

const L1 = 99_999;

let indexed: IndexedCChain;
let chain: VmChain;
let closeL1: () => Promise<void>;
beforeAll(async () => {
  indexed = await indexCChain("custom-network");
  chain = await VmChain.open({ chainId: L1 });
  const pay = (from: number) => ({ from, to: chain.accounts[(from + 1) % 3] ?? "", value: 1n });
  for (const senders of [[0], [0, 1], [1]]) await chain.mine(senders.map(pay), 10);
  const node = await serveVmNode(chain);
  const stopL1 = await followL1(indexed, node);
  closeL1 = async () => {
    await stopL1();
    await node.close();
  };
});
afterAll(async () => {
  await closeL1();
  await indexed.close();
});

const ask = (address: string): Promise<FirnAddress> =>
  openDataClient({ baseUrl: indexed.url }).get(getAddress, { params: { address } });

/** The first signature of a key. */
interface First {
  key: string;
  account: string;
  evidence: NonNullable<FirnAddress["evidence"]>;
}

/** By key, as the route prefers them: P, X, atomic transactions of C, then the C-Chain's own. */
function firstSignatures({ containers }: Recording): First[] {
  const found = new Map<string, First>();
  const add = (publicKey: Uint8Array, chain: string, txHash: string) => {
    const hex = toHex(publicKey);
    if (found.has(hex)) return;
    found.set(hex, {
      key: formatAddress("custom", addressOfPublicKey(publicKey)),
      account: formatEvmAddress(evmAddressOfPublicKey(publicKey)),
      evidence: { publicKey: hex, chain, txHash },
    });
  };
  const innerOf = (chain: "p" | "x" | "c") =>
    containers[`${chain.toUpperCase()}/block` as "P/block"].map(
      ({ bytes }) => decodeContainer(fromHex(bytes), chain).inner,
    );
  const cBlocks = innerOf("c").map(decodeCBlock);
  for (const [chain, txs] of [
    ["p", innerOf("p").flatMap((bytes) => allTxs(decodePBlock(bytes)))],
    ["x", innerOf("x").flatMap((bytes) => decodeXBlock(bytes).txs)],
    ["c", cBlocks.flatMap(({ atomic }) => atomic.txs)],
  ] as const)
    for (const tx of txs)
      for (const credential of tx.credentials)
        for (const key of recoverPublicKeys(tx.unsignedBytes, credential)) add(key, chain, formatId(tx.txId));
  for (const { transactions } of cBlocks)
    for (const { bytes, hash } of transactions) add(compressKey(recoverSenderKey(bytes)), "c", toHex(hash));
  return [...found.values()];
}

test("every key that ever signed is found by either form, with its first signature", async () => {
  const all = firstSignatures(indexed.recording);
  expect(all.length).toBeGreaterThan(5);
  for (const one of all)
    for (const written of [one.key, `P-${one.key}`, one.account, one.account.toLowerCase()])
      expect(await ask(written), written).toMatchObject({ ...one, unread: [] });
});

test("an address that never signed keeps its other form to itself", async () => {
  const signed = new Set(firstSignatures(indexed.recording).map(({ key }) => key));
  const owner = formatAddress("custom", new Uint8Array(20).fill(7));
  expect(signed).not.toContain(owner);
  expect(await ask(owner)).toEqual({ key: owner, unread: [], chains: [], validates: [], manages: [] });
});

test("an address says on which chains it is, since when, and until when", async () => {
  const store = await indexed.stores.open("primary", { mode: "read" });
  const rows = await store.db
    .selectFrom("address_tx")
    .innerJoin("address", "address.id", "address_tx.address_id")
    .innerJoin("tx", (join) =>
      join.onRef("tx.chain", "=", "address_tx.chain").onRef("tx.position", "=", "address_tx.position"),
    )
    .select(["bytes", "tx.chain", "tx.time"])
    .where("tx.chain", "=", 0)
    .execute();
  await store.close();
  const times = new Map<string, number[]>();
  for (const { bytes, time } of rows) times.set(toHex(bytes), [...(times.get(toHex(bytes)) ?? []), time]);
  expect(times.size).toBeGreaterThan(5);
  for (const [hex, all] of times) {
    const { chains } = await ask(formatAddress("custom", fromHex(hex)));
    expect(chains.find(({ chain }) => chain === "p")).toEqual({
      chain: "p",
      name: "P-Chain",
      counts: { transactions: Math.min(101, all.length), stakes: expect.any(Number) },
      firstTimestamp: Math.min(...all),
      lastTimestamp: Math.max(...all),
    });
  }
});

test("a contract says what it is and who made it, from which transaction", async () => {
  const { evm } = indexed.recording;
  const made = evm
    .flatMap(
      ({ receipts }) =>
        receipts as unknown as {
          contractAddress?: string;
          from: string;
          transactionHash: string;
          status: string;
        }[],
    )
    .find(({ contractAddress, status }) => contractAddress && status === "0x1");
  const answer = await ask(made?.contractAddress ?? "");
  const [c] = answer.chains.filter(({ chain }) => chain === "c");
  expect(c?.contract?.createdTxHash).toBe(made?.transactionHash);
  expect(c?.contract?.deployer?.toLowerCase()).toBe(made?.from.toLowerCase());
  expect(answer.key).toBeUndefined();
});

test("an account's lists are counted as they are listed, up to 101", async () => {
  const { chains } = (await (await fetch(`${indexed.url}/v1/chains`)).json()) as {
    chains: { chainId: string; chainName: string }[];
  };
  const id = chains.find(({ chainName }) => chainName === "C-Chain")?.chainId;
  const lengthOf = async (path: string, list: string) => {
    let length = 0;
    for (let token = ""; length < 101; ) {
      const answer = await fetch(`${indexed.url}${path}?pageSize=100${token}`);
      const page = (await answer.json()) as Record<string, unknown[]> & { nextPageToken?: string };
      expect(answer.status, path).toBe(200);
      length += page[list]?.length ?? 0;
      if (page.nextPageToken === undefined) break;
      token = `&pageToken=${page.nextPageToken}`;
    }
    return Math.min(101, length);
  };
  const senders = indexed.recording.evm.flatMap(({ receipts }) => receipts.map(({ from }) => String(from)));
  for (const account of new Set(senders)) {
    const ofAccount = `/v1/chains/${id}/addresses/${account}`;
    const answer = await ask(account);
    const counts = answer.chains.find(({ chain }) => chain === "c")?.counts;
    const atomic = await lengthOf("/v1/networks/fuji/blockchains/c-chain/transactions", "transactions");
    const own = await lengthOf(`${ofAccount}/transactions`, "transactions");
    expect(counts?.transactions).toBeGreaterThanOrEqual(own);
    expect(counts?.transactions).toBeLessThanOrEqual(Math.min(101, own + atomic));
    expect(counts).toMatchObject({
      transfers: await lengthOf(`/firn${ofAccount}/transfers`, "transfers"),
      internalTransactions: await lengthOf(`${ofAccount}/transactions:listInternals`, "transactions"),
      createdContracts: await lengthOf(`/v1/chains/${id}/contracts/${account}/deployments`, "contracts"),
      nfts: await lengthOf(`${ofAccount}/balances:listCollectibles`, "collectibleBalances"),
    });
    // Tokens whose balances the node tells are not counted.
    const tokens = await lengthOf(`${ofAccount}/balances:listErc20`, "erc20TokenBalances");
    expect([tokens, undefined]).toContain(counts?.tokens);
    const approvals = await lengthOf(`/firn${ofAccount}/approvals`, "approvals");
    expect(counts?.approvals).toBeGreaterThanOrEqual(approvals);
    const { key } = answer;
    if (key === undefined) continue;
    const onP = "/v1/networks/fuji/blockchains/p-chain/transactions";
    const stakes = await fetch(
      `${indexed.url}${onP}?pageSize=100&addresses=${key}&txTypes=AddValidatorTx,AddDelegatorTx,AddPermissionlessValidatorTx,AddPermissionlessDelegatorTx,AddAutoRenewedValidatorTx`,
    );
    const p = answer.chains.find(({ chain }) => chain === "p");
    const { transactions } = (await stakes.json()) as { transactions: unknown[] };
    expect({ stakes: p?.counts.stakes ?? 0 }).toEqual({
      stakes: transactions.length,
    });
  }
});

test("a key that only signed on an L1 is found by either form too", async () => {
  const senders = new Map<string, string>();
  for (const { transactions } of chain.blocks)
    for (const { from, hash } of transactions) if (!senders.has(from)) senders.set(from, hash);
  expect(senders.size).toBe(2);
  for (const [account, txHash] of senders) {
    const byAccount = await ask(account);
    expect(byAccount).toMatchObject({ evidence: { chain: String(L1), txHash }, unread: [] });
    expect(byAccount.chains.map((one) => one.chain)).toContain(String(L1));
    const { publicKey = "" } = byAccount.evidence ?? {};
    expect(formatEvmAddress(evmAddressOfPublicKey(fromHex(publicKey))).toLowerCase()).toBe(
      account.toLowerCase(),
    );
    expect(byAccount.key).toBe(formatAddress("custom", addressOfPublicKey(fromHex(publicKey))));
    expect(await ask(byAccount.key ?? "")).toEqual(byAccount);
  }
});

test("whoever is paid by running validators is told so, with the first three", async () => {
  const store = await indexed.stores.open("primary", { mode: "read" });
  const rows = await store.db
    .selectFrom("reward_owner")
    .innerJoin("address", "address.id", "reward_owner.address_id")
    .innerJoin("stake", "stake.position", "reward_owner.position")
    .select(["bytes", "node_id", "stake.id", "role", "ended_position"])
    .execute();
  await store.close();
  const paid = new Map<string, string[]>();
  for (const { bytes, node_id, role, ended_position } of rows.sort((a, b) => a.id - b.id)) {
    const key = formatAddress("custom", bytes);
    const before = paid.get(key) ?? [];
    paid.set(key, role === 0 && ended_position === null ? [...before, formatNodeId(node_id)] : before);
  }
  expect([...paid.values()].flat().length).toBeGreaterThan(0);
  for (const [address, nodeIds] of paid)
    expect((await ask(address)).validates.map(({ nodeId }) => nodeId)).toEqual(nodeIds.slice(0, 3));
});

test("a mistyped address is refused with what is wrong", async () => {
  for (const [address, message] of [
    ["0x1D813260280Edc736dDd3F0cc1F90a794Ec4137", "address must be"],
    ["0x1d813260280Edc736dDd3F0cc1F90a794Ec41377", "checksum"],
    ["avax1srhuvfs0r6yn7jyz73pwsj0m06ewehv36puvmj", "addresses must be bech32 such as custom1"],
  ] as const) {
    const response = await fetch(`${indexed.url}/firn/v1/addresses/${address}`);
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain(message);
  }
});
