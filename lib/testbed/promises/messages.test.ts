import { setTimeout as sleep } from "node:timers/promises";
import type { Hex } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toHex } from "../../avalanche/codec/bytes";
import { formatId } from "../../avalanche/ids";
import { runEvmIndexer } from "../../indexer/evm/start";
import { SILENT } from "../../log";
import { VmChain } from "../evm/chain";
import { deployment, textBytes } from "../evm/contracts";
import { eventData, MESSENGER, MESSENGER_EVENTS } from "../evm/event-writer";
import { serveVmNode, type VmNode } from "../evm/node";
import { Pauses } from "../pauses";
import { type IndexedRecording, indexRecording } from "../recording";

/**
 * Messages of the messenger between two chains of a test, whose events a contract at its address writes as they are given
 * to it. `message-steps.test.ts` shows how a real messenger writes them.
 */

// biome-ignore lint/suspicious/noExplicitAny: answers as they are
type Json = Record<string, any>;

const idOf = (byte: number) => `0x${byte.toString(16).padStart(2, "0").repeat(32)}` as Hex;
const A = formatId(new Uint8Array(32).fill(0xaa));
const B = formatId(new Uint8Array(32).fill(0xbb));
const FAR = formatId(new Uint8Array(32).fill(0xcc));
const [idA, idB, idFar] = [0xaa, 0xbb, 0xcc].map(idOf) as [Hex, Hex, Hex];
const BOB = "0x00000000000000000000000000000000000000bb";

const stop = new AbortController();
let firn: IndexedRecording;
let indexers: Promise<void>[];
let nodes: VmNode[];
let alice = "";
let coin = "";

function messageOf(destination: Hex, nonce: bigint, text: string) {
  return {
    messageNonce: nonce,
    originSenderAddress: alice,
    destinationBlockchainID: destination,
    destinationAddress: BOB,
    requiredGasLimit: 100_000n,
    allowedRelayerAddresses: [],
    receipts: [{ receivedMessageNonce: 9n, relayerRewardAddress: BOB }],
    message: textBytes(text),
  };
}

beforeAll(async () => {
  const open = (chainId: number) =>
    VmChain.open({ chainId, contracts: { [MESSENGER]: deployment("Parrot") } });
  const [a, b] = await Promise.all([open(88_001), open(88_002)]);
  alice = a.accounts[1] ?? "";
  const write = (text: string, args: Record<string, unknown>) => ({
    from: 0,
    to: MESSENGER,
    data: eventData(text, args),
  });
  const made = await a.mine([{ from: 0, data: deployment("Coin", [textBytes("Coin"), textBytes("C"), 18]) }]);
  coin = made.transactions[0]?.contractAddress ?? "";
  const fee = { feeTokenAddress: coin, amount: 5n };
  const none = { feeTokenAddress: `0x${"00".repeat(20)}`, amount: 0n };
  const send = (id: Hex, chain: Hex, nonce: bigint, text: string, paid: object = none) =>
    write(MESSENGER_EVENTS.send, { id, chain, message: messageOf(chain, nonce, text), fee: paid });
  const receive = (id: Hex, chain: Hex, own: Hex, nonce: bigint, text: string) =>
    write(MESSENGER_EVENTS.receive, {
      id,
      chain,
      deliverer: alice,
      redeemer: BOB,
      message: messageOf(own, nonce, text),
    });
  // 1 is executed and acknowledged, 2 fails and is retried, 3 waits, 4 is sent twice to a chain that nobody indexes.
  await a.mine([send(idOf(1), idB, 1n, "one", fee), send(idOf(2), idB, 2n, "two")], 10);
  await a.mine([send(idOf(3), idB, 3n, "three"), send(idOf(4), idFar, 4n, "four")], 10);
  await a.mine([write(MESSENGER_EVENTS.addFee, { id: idOf(1), fee: { ...fee, amount: 8n } })], 10);
  await b.mine(
    [receive(idOf(1), idA, idB, 1n, "one"), write(MESSENGER_EVENTS.execute, { id: idOf(1), chain: idA })],
    40,
  );
  const failed = { id: idOf(2), chain: idA, message: messageOf(idB, 2n, "two") };
  await b.mine([receive(idOf(2), idA, idB, 2n, "two"), write(MESSENGER_EVENTS.fail, failed)], 10);
  // 5 comes from a chain that nobody indexes, and fails.
  const far = { id: idOf(5), chain: idFar, message: messageOf(idB, 5n, "five") };
  await b.mine([receive(idOf(5), idFar, idB, 5n, "five"), write(MESSENGER_EVENTS.fail, far)], 10);
  await b.mine([write(MESSENGER_EVENTS.execute, { id: idOf(2), chain: idA })], 10);
  await a.mine([send(idOf(4), idFar, 4n, "four")], 10);
  await a.mine(
    [
      write(MESSENGER_EVENTS.receipt, {
        id: idOf(1),
        chain: idB,
        relayer: alice,
        fee: { ...fee, amount: 8n },
      }),
    ],
    10,
  );
  nodes = await Promise.all([a, b].map((chain) => serveVmNode(chain)));
  firn = await indexRecording("local-network");
  const pauses = new Pauses();
  indexers = nodes.map(({ url }, i) =>
    runEvmIndexer({
      chain: { rpcUrl: url, facts: { blockchainId: i === 0 ? A : B } },
      stores: firn.stores,
      holder: url,
      now: Date.now,
      sleep: pauses.sleep,
      signal: stop.signal,
      log: SILENT,
    }),
  );
  for (const { chain } of nodes)
    while (!(await fetch(`${firn.url}/v1/chains/${chain.chainId}/blocks/${chain.head.height}`)).ok)
      await sleep(50);
  pauses.rest();
}, 120_000);

afterAll(async () => {
  stop.abort();
  await Promise.all(indexers);
  await firn.close();
  for (const node of nodes) await node.close();
});

const get = async (path: string): Promise<Json> => (await fetch(`${firn.url}${path}`)).json() as Json;
const plain = (byte: number) => idOf(byte).slice(2);
const idsOf = ({ messages }: Json) => messages.map(({ messageId }: Json) => messageId);

it("of the Data API has what both chains know of it", async () => {
  const one = await get(`/v1/icm/messages/${plain(1)}`);
  expect(one).toMatchObject({
    messageId: plain(1),
    icmContractAddress: "0x253b2784c75e510dD0fF1da844684a1aC0aa5fcf",
    sourceBlockchainId: A,
    destinationBlockchainId: B,
    sourceEvmChainId: "88001",
    destinationEvmChainId: "88002",
    messageNonce: "1",
    data: toHex(new TextEncoder().encode("one")),
    messageExecuted: true,
    receiptDelivered: true,
    status: "delivered",
    receipts: [{ receivedMessageNonce: "9" }],
    rewardDetails: { name: "Coin", symbol: "C", decimals: 18, ercType: "ERC-20", value: "8" },
  });
  expect([one.from, one.to].map((each) => each.toLowerCase())).toEqual([alice.toLowerCase(), BOB]);
  const chains = [
    ["88001", one.sourceTransaction],
    ["88002", one.destinationTransaction],
  ] as const;
  for (const [chainId, { txHash, timestamp, gasSpent }] of chains) {
    const { nativeTransaction: tx } = await get(`/v1/chains/${chainId}/transactions/${txHash}`);
    expect(timestamp).toBe(tx.blockTimestamp);
    expect(BigInt(gasSpent)).toBe(BigInt(tx.gasUsed) * BigInt(tx.gasPrice));
  }
  expect(one.destinationTransaction.delivererAddress.toLowerCase()).toBe(alice.toLowerCase());
  expect(one.destinationTransaction.rewardRedeemer.toLowerCase()).toBe(BOB);
  expect(await get(`/v1/icm/messages/0x${plain(3)}`)).toMatchObject({
    status: "pending",
    messageExecuted: false,
    receiptDelivered: false,
    rewardDetails: { address: `0x${"0".repeat(40)}`, value: "0" },
  });
  const five = await get(`/v1/icm/messages/${plain(5)}`);
  expect(five).toMatchObject({ status: "delivered_source_not_indexed", sourceBlockchainId: FAR });
  expect(five.sourceEvmChainId).toBe(FAR);
  const { icmContractAddress, ...rest } = one;
  expect(await get(`/v1/teleporter/messages/${plain(1)}`)).toEqual({
    ...rest,
    teleporterContractAddress: icmContractAddress,
  });
  expect((await fetch(`${firn.url}/v1/icm/messages/${plain(99)}`)).status).toBe(404);
  expect((await fetch(`${firn.url}/v1/icm/messages/12`)).status).toBe(400);
});

it("stands once in the list, newest first, on every page", async () => {
  const whole = await get("/v1/icm/messages");
  // Three and four are of one block: the later transaction comes first.
  expect(idsOf(whole)).toEqual([plain(5), plain(4), plain(3), plain(2), plain(1)]);
  const paged: string[] = [];
  let token = "";
  do {
    const page = await get(`/v1/icm/messages?pageSize=1${token && `&pageToken=${token}`}`);
    paged.push(...idsOf(page));
    token = page.nextPageToken ?? "";
  } while (token !== "");
  expect(paged).toEqual(idsOf(whole));
  expect((await get("/v1/teleporter/messages")).messages[0].messageId).toBe(plain(5));
});

it.each([
  [`sourceBlockchainId=${A}`, [4, 3, 2, 1]],
  ["sourceBlockchainId=88001", [4, 3, 2, 1]],
  [`sourceBlockchainId=${FAR}`, [5]],
  [`destinationBlockchainId=${B}`, [5, 3, 2, 1]],
  [`destinationBlockchainId=${FAR}`, [4]],
  [`blockchainId=${FAR}`, [5, 4]],
  [`blockchainId=${B}`, [5, 3, 2, 1]],
  [`sourceBlockchainId=${A}&destinationBlockchainId=${B}`, [3, 2, 1]],
  [`sourceBlockchainId=${A}&blockchainId=${FAR}`, [4]],
  [`destinationBlockchainId=${B}&blockchainId=${FAR}`, [5]],
  ["sourceBlockchainId=4242", []],
  ["network=mainnet", []],
  ["network=fuji", [5, 4, 3, 2, 1]],
] as const)("is listed by %s", async (query, wanted) => {
  const ids = idsOf(await get(`/v1/icm/messages?${query}`));
  expect(ids).toEqual(wanted.map(plain));
});

it("is listed by who sent it and whom it is for", async () => {
  for (const query of [`from=${alice}`, `to=${BOB}`, `from=${alice}&to=${BOB}`])
    expect(idsOf(await get(`/v1/icm/messages?${query}`))).toHaveLength(5);
  for (const query of [`from=${BOB}`, `to=${alice}`])
    expect(idsOf(await get(`/v1/icm/messages?${query}`))).toEqual([]);
  for (const address of [alice, BOB])
    expect(idsOf(await get(`/v1/icm/addresses/${address}/messages`))).toHaveLength(5);
  expect(idsOf(await get(`/v1/teleporter/addresses/${coin}/messages`))).toEqual([]);
});

it("says in Firn's words what became of it, with all its steps", async () => {
  const { messages } = await get("/firn/v1/messages");
  expect(Object.fromEntries(messages.map(({ messageId, status }: Json) => [messageId, status]))).toEqual({
    [plain(1)]: "executed",
    [plain(2)]: "executed",
    [plain(3)]: "waiting",
    [plain(4)]: "sent",
    [plain(5)]: "failed",
  });
  const kinds = async (byte: number) =>
    (await get(`/firn/v1/messages/${plain(byte)}`)).steps.map(({ kind }: Json) => kind);
  expect(await kinds(1)).toEqual(["sent", "feeAdded", "arrived", "executed", "receiptReceived"]);
  expect(await kinds(2)).toEqual(["sent", "arrived", "executionFailed", "executed"]);
  expect(await kinds(4)).toEqual(["sent", "sent"]);
  const one = await get(`/firn/v1/messages/${plain(1)}`);
  expect(one).toMatchObject({ form: "icm", text: "one", nonce: "1", fee: { symbol: "C", amount: "8" } });
  expect((await get(`/firn/v1/messages/${plain(3)}`)).waitingSeconds).toBeGreaterThan(0);
  const { readings } = await get(`/firn/v1/search?q=${plain(2)}`);
  expect(readings[0]).toMatchObject({ found: "yes", href: `/message/${plain(2)}` });
});
