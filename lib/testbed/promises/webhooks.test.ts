import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { validateSignature } from "@avalanche-sdk/chainkit/utils/validateSignature.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { addKey } from "../../api/access/key-file";
import type { TransactionDetail } from "../../contract/data/evm-transactions";
import type { PChainTransaction } from "../../contract/data/p-chain";
import type { Webhook } from "../../contract/data/webhooks";
import type { WebhookState } from "../../contract/firn/webhooks";
import { followChains } from "../followed-chains";
import { openPublishedShapes } from "../published/shapes";
import { type Receiver, startReceiver } from "../receiver";
import { type IndexedRecording, indexRecording } from "../recording";
import { buildWebhookProcess, type WebhookProcess } from "../webhook-process";

/**
 * Webhooks over a network that goes on, while what follows it is killed: every event arrives, none gets a second id, and each
 * says what the REST interface does.
 */

const KILLS = process.env.FIRN_LONG === "1" ? 20 : 8;
const SECRET = "s".repeat(40);
const folder = mkdtempSync(join(tmpdir(), "firn-webhooks-"));

interface Sent {
  webhookId: string;
  eventType: string;
  messageId: string;
  event: Record<string, unknown> & { transaction: Record<string, unknown> };
}

let firn: IndexedRecording;
let chains: { close(): Promise<void> };
let receiver: Receiver;
let key: string;
let chainId: string;
let telling: WebhookProcess;

const ask = async <T>(path: string, options: RequestInit = {}): Promise<T> => {
  const headers = { "x-data-api-key": key, "content-type": "application/json", ...options.headers };
  const answer = await fetch(firn.url + path, { ...options, headers });
  expect(answer.ok, `${path} ${await answer.clone().text()}`).toBe(true);
  return (await answer.json()) as T;
};
const create = (webhook: object) =>
  ask<Webhook>("/v1/webhooks", {
    method: "POST",
    body: JSON.stringify({ url: `${receiver.url}/hook`, name: "x", ...webhook }),
  });
const states = async () =>
  (await ask<{ webhooks: WebhookState[] }>("/firn/v1/webhooks", { headers: { "x-firn-secret": SECRET } }))
    .webhooks;

/** All items of a list. */
async function list<T>(path: string, name: string): Promise<T[]> {
  const items: T[] = [];
  for (let token = ""; ; ) {
    const page: Record<string, unknown> = await ask(`${path}pageSize=100${token && `&pageToken=${token}`}`);
    items.push(...(page[name] as T[]));
    if (page.nextPageToken === undefined) return items;
    token = String(page.nextPageToken);
  }
}

const evmTransactions = () =>
  list<{ txHash: string; blockNumber: string; from: { address: string }; to: { address: string } }>(
    `/v1/chains/${chainId}/transactions?`,
    "transactions",
  );
const pTransactions = () =>
  list<PChainTransaction>("/v1/networks/fuji/blockchains/p-chain/transactions?", "transactions");

/** Waits until the C-Chain's EVM side is indexed as far as the node has come. */
async function followed(): Promise<void> {
  const isThere = async () => (await evmHead()) >= firn.accepted().C;
  for (const deadline = Date.now() + 120_000; !(await isThere()); await sleep(20))
    if (Date.now() > deadline) throw new Error(`only up to ${await evmHead()}`);
}

async function evmHead(): Promise<number> {
  const { blocks } = await ask<{ blocks: { blockNumber: string }[] }>(
    `/v1/chains/${chainId}/blocks?pageSize=1`,
  );
  return Number(blocks[0]?.blockNumber ?? -1);
}

/** Waits until everything that is indexed was told and taken. */
async function settled(): Promise<void> {
  await followed();
  const head = await evmHead();
  const isSettled = async () =>
    (await states()).every(
      ({ waiting, nextHeight, chainId: of, status }) =>
        status === "inactive" || (waiting === 0 && nextHeight > (of === chainId ? head : firn.accepted().P)),
    );
  for (const deadline = Date.now() + 120_000; !(await isSettled()); await sleep(50))
    if (Date.now() > deadline) throw new Error(JSON.stringify(await states()));
}

/** Waits until so many messages of a webhook were taken, and that is noted: nothing is sent again then. */
async function noted(id: string, count: number): Promise<void> {
  const delivered = async () => (await states()).find((state) => state.id === id)?.delivered ?? 0;
  for (const deadline = Date.now() + 60_000; (await delivered()) < count; await sleep(20))
    if (Date.now() > deadline) throw new Error(`only ${await delivered()} messages were taken in time`);
}

/** What was taken for a webhook: one body for each id, however often it came. */
function takenBy({ id }: Webhook): Sent[] {
  const byId = new Map<string, string>();
  for (const { body } of receiver.received) {
    const sent = JSON.parse(body) as Sent;
    if (sent.webhookId !== id) continue;
    expect(byId.get(sent.messageId) ?? body, "a repetition is the same message").toBe(body);
    byId.set(sent.messageId, body);
  }
  return [...byId.values()].map((body) => JSON.parse(body) as Sent);
}

const hashesOf = (sent: readonly Sent[]) => sent.map(({ event }) => String(event.transaction.txHash)).sort();

beforeAll(async () => {
  telling = await buildWebhookProcess("webhooks", () => ({ place: firn.stores.place }));
  const file = join(folder, "keys.json");
  key = addKey(file, { name: "alice", webhooks: "private" });
  receiver = await startReceiver();
  firn = await indexRecording("custom-network", { acceptance: "manual", apiKeys: { file }, secret: SECRET });
  chains = followChains(firn.nodeUrl, { stores: firn.stores });
  await firn.accept(60);
  const isThere = async () => (await firn.stores.list()).find((id) => id !== "primary");
  for (const deadline = Date.now() + 60_000; (await isThere()) === undefined; await sleep(50))
    if (Date.now() > deadline) throw new Error("the C-Chain's EVM side was not indexed in time");
  chainId = String(await isThere()).slice("evm/".length);
}, 240_000);
afterAll(async () => {
  await telling?.kill();
  await chains?.close();
  await firn?.close();
  await receiver?.close();
  rmSync(folder, { recursive: true });
});

describe("webhooks", () => {
  it(`tell each event once and as the REST interface does, across ${KILLS} kills`, async () => {
    await followed();
    const known = await evmTransactions();
    const addresses = [...new Set(known.flatMap(({ from, to }) => [from.address, to.address]))];
    const pKnown = await pTransactions();
    const owners = [
      ...new Set(pKnown.flatMap(({ emittedUtxos }) => emittedUtxos.flatMap((utxo) => utxo.addresses))),
    ];
    const nodeIds = [...new Set(pKnown.flatMap(({ nodeId }) => nodeId ?? []))];
    const onEvm = { eventType: "address_activity", chainId };
    const all = await create({
      ...onEvm,
      metadata: { addresses },
      includeLogs: true,
      includeInternalTxs: true,
    });
    const transfers = await create({ ...onEvm, metadata: { addresses, eventSignatures: [TRANSFER] } });
    const none = await create({ ...onEvm, metadata: { addresses: [`0x${"12".repeat(20)}`] } });
    const onP = { network: "fuji", chainId: "p-chain" };
    const owned = await create({
      ...onP,
      eventType: "primary_network_address_activity",
      metadata: {
        keyType: "addresses",
        keys: owners,
        subEvents: { addressActivitySubEvents: ["balance_change", "reward_distribution"] },
      },
    });
    const validators = await Promise.all(
      nodeIds.map((nodeId) =>
        create({
          network: "fuji",
          eventType: "validator_activity",
          metadata: {
            keyType: "nodeId",
            keys: [nodeId],
            subEvents: { validatorActivitySubEvents: VALIDATOR_SUB_EVENTS },
          },
        }),
      ),
    );
    const before = { evm: known.length, p: pKnown.length };

    // One in ten is not taken, and one in twenty is taken without that anybody hears of it.
    receiver.answer = (_, response) => {
      const at = receiver.received.length;
      if (at % 20 === 0) response.destroy();
      return at % 20 === 0 ? undefined : at % 10 === 5 ? 500 : 200;
    };
    for (let round = 0; round < KILLS; round++) {
      telling.start();
      const seen = receiver.received.length;
      await firn.accept(Math.ceil(50 / KILLS));
      // Somewhere in the middle of things: right at the start, or once it has sent something.
      if (round % 3 > 0)
        await Promise.race([receiver.until(() => receiver.received.length > seen), sleep(1_500)]);
      await sleep((37 * round) % 200);
      await telling.kill();
    }
    while (await firn.accept(10));
    telling.start();
    await settled();
    await telling.kill();

    // What the REST interface says happened since.
    const news = (await evmTransactions()).slice(0, -before.evm);
    expect(news.length).toBeGreaterThan(250);
    const logs = await list<Log>(`/firn/v1/chains/${chainId}/logs?`, "logs");
    const details = new Map<string, TransactionDetail>();
    for (const { txHash } of news)
      details.set(
        txHash,
        await ask(`/v1/chains/${chainId}/transactions/${txHash}`, { headers: { "x-firn-dialect": "sdk" } }),
      );
    const watched = new Set(addresses);
    const concerned = news.filter(({ txHash }) =>
      partiesOf(
        details.get(txHash),
        logs.filter((log) => log.txHash === txHash),
      ).some((each) => watched.has(each)),
    );
    const transferring = news.filter(({ txHash }) =>
      logs.some((log) => log.txHash === txHash && isTransfer(log, watched)),
    );
    expect(concerned.length).toBeGreaterThan(50);
    expect(transferring.length).toBeGreaterThan(5);
    expect(hashesOf(takenBy(all))).toEqual(concerned.map(({ txHash }) => txHash).sort());
    expect(hashesOf(takenBy(transfers))).toEqual(transferring.map(({ txHash }) => txHash).sort());
    expect(takenBy(none)).toEqual([]);
    for (const sent of takenBy(all)) expectEvmEvent(sent, { details, logs });
    for (const { event } of takenBy(transfers)) {
      expect(event).not.toHaveProperty("logs");
      expect(event.transaction).not.toHaveProperty("internalTransactions");
    }

    const pNews = (await pTransactions()).slice(0, -before.p);
    const isOwners = ({ addresses }: { addresses: string[] }) =>
      addresses.some((each) => owners.includes(each));
    const changed = pNews.filter(({ consumedUtxos, emittedUtxos }) =>
      [...consumedUtxos, ...emittedUtxos].some(isOwners),
    );
    expect(changed.length).toBeGreaterThan(20);
    const byKind = (kind: string) => takenBy(owned).filter(({ event }) => event.subEvent === kind);
    expect(hashesOf(byKind("balance_change"))).toEqual(changed.map(({ txHash }) => txHash).sort());
    const rewarded = pNews.filter(
      ({ txType, emittedUtxos }) =>
        /^Reward/.test(txType) && emittedUtxos.some((utxo) => utxo.rewardType && isOwners(utxo)),
    );
    expect(hashesOf(byKind("reward_distribution"))).toEqual(rewarded.map(({ txHash }) => txHash).sort());
    const timeless = (transaction: object) =>
      JSON.parse(
        JSON.stringify(transaction, (key, value) => (LATER.includes(key) ? undefined : value)),
        (_, value) => (isImported(value) ? { ...value, ...ELSEWHERE } : value),
      );
    for (const { event } of takenBy(owned))
      expect(timeless(event.transaction)).toEqual(
        timeless(pNews.find(({ txHash }) => txHash === event.transaction.txHash) ?? {}),
      );
    const told = validators.flatMap(takenBy);
    const byHash = new Map((await pTransactions()).map((tx) => [tx.txHash, tx]));
    const expected = pNews.flatMap((tx) => {
      const kind = kindOf(tx);
      const subject = kind === "reward_distribution" ? byHash.get(tx.stakingTxHash ?? "") : tx;
      const subjects = [subject?.nodeId, ...(subject?.l1ValidatorDetails ?? []).map(({ nodeId }) => nodeId)];
      const isWatched = subjects.some((nodeId) => nodeId !== undefined && nodeIds.includes(nodeId));
      return kind !== undefined && isWatched ? [`${tx.txHash} ${kind}`] : [];
    });
    expect(new Set(expected.map((each) => each.split(" ")[1])).size).toBeGreaterThan(2);
    expect(told.map(({ event }) => `${event.transaction.txHash} ${event.subEvent}`).sort()).toEqual(
      expected.sort(),
    );

    const { secret } = await ask<{ secret: string }>("/v1/webhooks:getSharedSecret");
    const said = vi.spyOn(console, "log").mockImplementation(() => {}); // it prints what it compares
    for (const { headers, body } of receiver.received)
      expect(validateSignature(secret, headers["x-signature"], JSON.parse(body))).toBe(true);
    said.mockRestore();
    for (const state of await states())
      expect(state).toMatchObject({ status: "active", waiting: 0, dropped: 0 });
  }, 600_000);

  it("are sent by one of several processes, and by the next once that is killed", async () => {
    receiver.answer = () => 200;
    const { id } = await create({
      eventType: "address_activity",
      chainId,
      metadata: { addresses: [`0x${"34".repeat(20)}`] },
    });
    const sendTests = async (count: number) => {
      const ids: string[] = [];
      for (let each = 0; each < count; each++)
        ids.push(
          (await ask<{ messageId: string }>(`/firn/v1/webhooks/${id}/test`, { method: "POST" })).messageId,
        );
      return ids;
    };
    const tests = () =>
      receiver.received
        .map(({ body }) => JSON.parse(body) as Sent)
        .filter(({ eventType }) => eventType === "test");
    const one = telling.start();
    const other = telling.start();
    const first = await sendTests(20);
    await noted(id, 20);
    // Which of the two works is not known: the other one goes on in either case.
    one.kill("SIGKILL");
    const second = await sendTests(20);
    await noted(id, 40);
    other.kill("SIGKILL");
    expect(
      tests()
        .map(({ messageId }) => messageId)
        .sort(),
    ).toEqual([...first, ...second].sort());
  }, 120_000);
});

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const VALIDATOR_SUB_EVENTS = [
  "validator_stake",
  "delegator_stake",
  "reward_distribution",
  "l1_validator_balance_increased",
  "l1_validator_disabled",
  "l1_validator_removed",
];
/** What the REST interface adds or changes once later transactions have come, such as the cycles of an auto-renewed validator. */
const LATER = [
  "consumingTxHash",
  "consumingBlockNumber",
  "consumingBlockTimestamp",
  "rewardTxHash",
  "utxoStartTimestamp",
  "utxoEndTimestamp",
  "startTimestamp",
  "endTimestamp",
  "estimatedReward",
];

/** What is known of an output that another chain made once that chain's block is indexed too, which may be later. */
const ELSEWHERE = {
  blockNumber: undefined,
  blockTimestamp: undefined,
  threshold: undefined,
  utxoBytes: undefined,
};
const P_CHAIN = "11111111111111111111111111111111LpoYY";

function isImported(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "createdOnChainId" in value &&
    value.createdOnChainId !== P_CHAIN
  );
}

const KINDS: Record<string, string | undefined> = {
  AddValidatorTx: "validator_stake",
  AddSubnetValidatorTx: "validator_stake",
  AddPermissionlessValidatorTx: "validator_stake",
  AddAutoRenewedValidatorTx: "validator_stake",
  AddDelegatorTx: "delegator_stake",
  AddPermissionlessDelegatorTx: "delegator_stake",
  RewardValidatorTx: "reward_distribution",
  RewardAutoRenewedValidatorTx: "reward_distribution",
  IncreaseL1ValidatorBalanceTx: "l1_validator_balance_increased",
  DisableL1ValidatorTx: "l1_validator_disabled",
};

/** What a transaction is to whoever watches validators. */
function kindOf({ txType, l1ValidatorDetails = [] }: PChainTransaction): string | undefined {
  const isRemoval = txType === "SetL1ValidatorWeightTx" && l1ValidatorDetails[0]?.weight === 0;
  return isRemoval ? "l1_validator_removed" : KINDS[txType];
}

interface Log {
  txHash: string;
  address: string;
  topics: string[];
  data: string;
  logIndex: number;
  blockIndex: number;
}

function isTransfer(
  { address, topics: [signature, ...indexed] }: Log,
  watched: ReadonlySet<string>,
): boolean {
  const lower = new Set([...watched].map((each) => each.toLowerCase()));
  return (
    signature === TRANSFER &&
    (watched.has(address) || indexed.some((topic) => lower.has(topic.replace(/^0x0{24}/, "0x"))))
  );
}

/** Every address that the REST interface names of a transaction, and those of its logs. */
function partiesOf(detail: TransactionDetail | undefined, logs: readonly Log[]): string[] {
  if (detail === undefined) throw new Error("a transaction is missing");
  const { nativeTransaction: tx, erc20Transfers = [], erc721Transfers = [], erc1155Transfers = [] } = detail;
  return [
    tx.from.address,
    tx.to.address,
    ...[...erc20Transfers, ...erc721Transfers, ...erc1155Transfers].flatMap(({ from, to }) => [
      from.address,
      to.address,
    ]),
    ...erc20Transfers.map(({ erc20Token }) => erc20Token.address),
    ...erc721Transfers.map(({ erc721Token }) => erc721Token.address),
    ...erc1155Transfers.map(({ erc1155Token }) => erc1155Token.address),
    ...(detail.internalTransactions ?? []).flatMap(({ from, to }) => [from.address, to.address]),
    ...logs.map(({ address }) => address),
  ];
}

const shape = openPublishedShapes();

/** Compares an event with the published shape, and each of its values with the REST interface's. */
function expectEvmEvent(
  sent: Sent,
  rest: { details: ReadonlyMap<string, TransactionDetail>; logs: readonly Log[] },
) {
  expect(shape("WebhookAddressActivityResponse", sent)).toBeUndefined();
  const { transaction, logs } = sent.event;
  const detail = rest.details.get(String(transaction.txHash));
  if (detail === undefined) throw new Error("a transaction is missing");
  const { nativeTransaction: tx, erc20Transfers = [], erc721Transfers = [], erc1155Transfers = [] } = detail;
  expect(transaction).toMatchObject({
    blockHash: tx.blockHash,
    blockNumber: tx.blockNumber,
    blockTimestamp: tx.blockTimestamp,
    transactionIndex: tx.blockIndex,
    txStatus: tx.txStatus,
    type: tx.txType,
    input: tx.input,
    from: tx.from.address,
    to: tx.to.address,
    value: tx.value,
    nonce: tx.nonce,
    gas: tx.gasLimit,
    gasPrice: tx.gasPrice,
    receiptGasUsed: tx.gasUsed,
    receiptEffectiveGasPrice: tx.gasPrice,
    maxFeePerGas: tx.maxFeePerGas ?? tx.gasPrice,
    chainId: tx.chainId,
    erc20Transfers: erc20Transfers.map(({ from, to, value, logIndex, erc20Token }) => ({
      type: "ERC20",
      from: from.address,
      to: to.address,
      value,
      logIndex,
      transactionHash: tx.txHash,
      erc20Token: { address: erc20Token.address, name: erc20Token.name, symbol: erc20Token.symbol },
    })),
    erc721Transfers: erc721Transfers.map(({ from, to, logIndex, erc721Token }) => ({
      from: from.address,
      to: to.address,
      logIndex,
      tokenId: erc721Token.tokenId,
    })),
    erc1155Transfers: erc1155Transfers.map(({ from, to, value, logIndex, erc1155Token }) => ({
      from: from.address,
      to: to.address,
      value,
      logIndex,
      tokenId: erc1155Token.tokenId,
    })),
    internalTransactions: (detail.internalTransactions ?? []).map(({ from, to, value, internalTxType }) => ({
      from: from.address,
      to: to.address,
      value,
      internalTxType,
      transactionHash: tx.txHash,
    })),
  });
  expect(logs).toEqual(
    rest.logs
      .filter(({ txHash }) => txHash === tx.txHash)
      .sort((a, b) => a.logIndex - b.logIndex)
      .map(({ address, topics, data, logIndex, blockIndex }) => ({
        topic0: "0x", // the published document demands one, and some logs have none
        ...Object.fromEntries(topics.map((topic, place) => [`topic${place}`, topic])),
        address,
        data,
        logIndex,
        transactionIndex: blockIndex,
        removed: false,
      })),
  );
}
