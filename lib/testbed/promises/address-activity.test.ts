import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatAddress, parseAddress } from "../../avalanche/ids";
import type { FirnStatus } from "../../contract/firn/status";
import { listAlertProgress } from "../../store/queries/webhooks/alert";
import { heightOf } from "../../store/rows/columns";
import { followChains } from "../followed-chains";
import { type Receiver, startReceiver } from "../receiver";
import { type IndexedRecording, indexRecording } from "../recording";
import { buildWebhookProcess, type WebhookProcess } from "../webhook-process";

/**
 * The operator is told what addresses do: each transaction once, of every chain, with what it moved, although what tells is
 * killed again and again. What an address had before and what was told is what it has in the end.
 */

const KILLS = process.env.FIRN_LONG === "1" ? 20 : 8;
const folder = mkdtempSync(join(tmpdir(), "firn-activity-"));
const file = join(folder, "alerts.json");
const N = "/v1/networks/fuji/blockchains";

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into
type Json = any;

let firn: IndexedRecording;
let chains: ReturnType<typeof followChains>;
let receiver: Receiver;
let telling: WebhookProcess;
let chainId = "";
/** Owners on P and X, and accounts of the C-Chain. */
let owners: string[];
let accounts: string[];
/** What owners had when the channel began, nAVAX by chain and owner. */
let before: Map<string, bigint>;
/** Positions of the channel when it began, by chain. */
let begun: Map<string, number>;

const get = async (path: string): Promise<Json> => {
  const response = await fetch(firn.url + path);
  const body = await response.json();
  expect(response.status, `${path} ${JSON.stringify(body)}`).toBe(200);
  return body;
};

/** All items of a list, page by page. */
async function walk(path: string, member: string): Promise<Json[]> {
  const items: Json[] = [];
  for (let token = ""; ; ) {
    const page = await get(`${path}${path.includes("?") ? "&" : "?"}pageSize=100${token}`);
    items.push(...page[member]);
    if (page.nextPageToken === undefined) return items;
    token = `&pageToken=${page.nextPageToken}`;
  }
}

async function balanceOf(chain: string, owner: string): Promise<bigint> {
  const { points } = await get(
    `/firn/v1/addresses/${owner}/balances?chain=${chain}&timeInterval=change&pageSize=1`,
  );
  return BigInt(points[0]?.balance ?? 0);
}

async function balances(): Promise<Map<string, bigint>> {
  const found = new Map<string, bigint>();
  for (const chain of ["p", "x"])
    for (const owner of owners) found.set(`${chain} ${owner}`, await balanceOf(chain, owner));
  return found;
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await isDone()); await sleep(50))
    if (Date.now() > deadline) throw new Error("not in time");
}

async function progress(): Promise<Map<string, number>> {
  const store = await firn.stores.open("webhooks", { mode: "read" }).catch(() => undefined);
  const rows = store === undefined ? [] : await listAlertProgress(store.db);
  await store?.close();
  return new Map(
    rows.filter(({ channel }) => channel === "hook").map((row) => [row.chain, row.next_position]),
  );
}

/** One body for each id of what a channel was told of addresses. */
function told(path: string): Json[] {
  const byId = new Map<string, string>();
  for (const one of receiver.received) {
    if (one.path !== path) continue;
    const id = String(one.headers["x-firn-message-id"]);
    expect(byId.get(id) ?? one.body, "a repetition is the same message").toBe(one.body);
    byId.set(id, one.body);
  }
  return [...byId.values()].map((body) => JSON.parse(body));
}

/** The hour so many hours from now, UTC. */
const clock = (hours: number) =>
  new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 14).concat("00");

const activities = () =>
  told("/hook").flatMap(({ type, activity }) =>
    type === "activity"
      ? [{ ...activity, address: activity.address.replace(/^avax1.*/, () => owners[1]) }]
      : [],
  );

beforeAll(async () => {
  telling = await buildWebhookProcess("address-activity", () => ({
    place: firn.stores.place,
    alerts: { nodeUrl: firn.nodeUrl, file },
  }));
  receiver = await startReceiver();
  firn = await indexRecording("custom-network", { acceptance: "manual" });
  chains = followChains(firn.nodeUrl, { stores: firn.stores });
  await firn.accept(90);
  const isThere = async () => (await firn.stores.list()).find((id) => id !== "primary");
  await until(async () => (await isThere()) !== undefined);
  chainId = String(await isThere()).slice("evm/".length);
  // Its store is there before its blocks are.
  await until(async () => {
    const { streams } = (await (await fetch(`${firn.url}/firn/v1/status`)).json()) as FirnStatus;
    const reached = (name: string) => streams.find(({ stream }) => stream === name)?.indexedHead?.height;
    return reached("C/block") !== undefined && reached(`EVM ${chainId}`) === reached("C/block");
  });
  const txs = [
    ...(await walk(`${N}/p-chain/transactions`, "transactions")),
    ...(await walk(`${N}/x-chain/transactions`, "transactions")),
  ];
  owners = [
    ...new Set<string>(
      txs.flatMap(({ emittedUtxos }) => emittedUtxos.flatMap((utxo: Json) => utxo.addresses)),
    ),
  ];
  const evm = await walk(`/v1/chains/${chainId}/transactions`, "transactions");
  accounts = [...new Set<string>(evm.flatMap(({ from, to }) => [from.address, to.address]))].filter(
    (address) => !/^0x0{40}$/.test(address),
  );
  expect(owners.length).toBeGreaterThan(2);
  expect(accounts.length).toBeGreaterThan(2);
  const addresses = [...owners.slice(0, 40), ...accounts.slice(0, 40)].map((address, at) => ({
    // A key is the same on every network.
    address: at === 1 ? formatAddress("avax", parseAddress(address).address) : address,
    ...(at % 2 === 0 && { name: `number ${at}` }),
  }));
  owners = owners.slice(0, 40);
  accounts = accounts.slice(0, 40);
  const { url } = receiver;
  writeFileSync(
    file,
    JSON.stringify({
      web: "https://firn.example.org",
      channels: [
        { name: "hook", type: "webhook", url: `${url}/hook`, secret: "s".repeat(20), addresses },
        {
          name: "phone",
          type: "ntfy",
          url,
          topic: "firn",
          only: ["node-away"],
          addresses: addresses.slice(0, 1),
        },
        {
          name: "night",
          type: "slack",
          url: `${url}/night`,
          addresses,
          quiet: { hours: `${clock(-2)}-${clock(20)}` },
        },
      ],
    }),
  );
  before = await balances();
  telling.start();
  const first = ["p", "x", "c", `evm/${chainId}`];
  await until(async () => (await progress()).size === first.length);
  begun = await progress();
  expect([...begun.keys()].sort()).toEqual(first.sort());
}, 240_000);
afterAll(async () => {
  await telling?.kill();
  await chains?.close();
  await firn?.close();
  await receiver?.close();
  rmSync(folder, { recursive: true });
});

describe("what addresses do", () => {
  it(`is told once for each transaction, across ${KILLS} kills`, async () => {
    // One in five is not taken, and one in seven is taken without that anybody hears of it.
    receiver.answer = (_, response) => {
      const at = receiver.received.length;
      if (at % 7 === 0) response.destroy();
      return at % 7 === 0 ? undefined : at % 5 === 3 ? 500 : 200;
    };
    for (let round = 0; round < KILLS; round++) {
      await firn.accept(round === KILLS - 1 ? 1_000 : 20);
      const seen = receiver.received.length;
      if (round % 2 === 0)
        await Promise.race([receiver.until(() => receiver.received.length > seen), sleep(2_000)]);
      else await sleep(200 + ((211 * round) % 700));
      await telling.kill();
      telling.start();
    }
    const height = firn.accepted().C;
    await expect
      .poll(async () => (await fetch(`${firn.url}/v1/chains/${chainId}/blocks/${height}`)).status)
      .toBe(200);
    const expected: string[] = [];
    for (const owner of owners)
      for (const chain of ["p", "x", "c"])
        for (const { txHash, blockNumber, blockHeight } of await walk(
          `${N}/${chain}-chain/transactions?addresses=${owner}`,
          "transactions",
        ))
          expected.push(`${owner} ${chain} ${blockNumber ?? blockHeight} ${txHash}`);
    for (const account of accounts)
      for (const { nativeTransaction } of await walk(
        `/v1/chains/${chainId}/addresses/${account}/transactions`,
        "transactions",
      ))
        expected.push(`${account} c ${nativeTransaction.blockNumber} ${nativeTransaction.txHash}`);
    const atomic = await walk(`${N}/c-chain/transactions`, "transactions");
    for (const { txHash, blockHeight, evmInputs = [], evmOutputs = [] } of atomic)
      for (const account of accounts)
        if (
          evmInputs.some(({ fromAddress }: Json) => fromAddress === account) ||
          evmOutputs.some(({ toAddress }: Json) => toAddress === account)
        )
          expected.push(`${account} c ${blockHeight} ${txHash}`);
    const wanted = expected.filter((text) => {
      const [, chain = "", height, txHash = ""] = text.split(" ");
      return Number(height) >= heightOf(begun.get(txHash.startsWith("0x") ? `evm/${chainId}` : chain) ?? 0);
    });
    const textOf = ({ address, chain, blockNumber, txHash }: Json) =>
      `${address} ${chain} ${blockNumber} ${txHash}`;
    expect(wanted.length).toBeGreaterThan(100);
    expect(wanted.filter((text) => /^0x.* (?!0x)\S+$/.test(text)).length).toBeGreaterThan(0);
    await expect
      .poll(() => activities().map(textOf).sort(), { timeout: 120_000 })
      .toEqual([...new Set(wanted)].sort());
  });

  it("says what was moved: with what an owner had before, that is what it has now", async () => {
    const sums = new Map(before);
    for (const { address, chain, moved } of activities())
      for (const { symbol, amount } of moved)
        if (symbol === "AVAX" && !address.startsWith("0x") && chain !== "c")
          sums.set(`${chain} ${address}`, (sums.get(`${chain} ${address}`) ?? 0n) + BigInt(amount));
    expect(sums).toEqual(await balances());
    expect(sums).not.toEqual(before);
  });

  it("says of an account what the transaction's own answer has", async () => {
    let compared = 0;
    for (const activity of activities()) {
      if (!activity.txHash.startsWith("0x")) continue;
      const tx = await get(`/v1/chains/${chainId}/transactions/${activity.txHash}`);
      const { from, to, value, txStatus } = tx.nativeTransaction;
      expect(activity.failed).toBe(txStatus === "0");
      const sides: [from: string, to: string, amount: bigint, token: string][] = [
        [from.address, to.address, BigInt(value), ""],
        ...(tx.internalTransactions ?? [])
          .filter(({ internalTxType, isReverted }: Json) => internalTxType !== "CALLCODE" && !isReverted)
          .map((call: Json) => [call.from.address, call.to.address, BigInt(call.value), ""]),
        ...(tx.erc20Transfers ?? []).map((transfer: Json) => [
          transfer.from.address,
          transfer.to.address,
          BigInt(transfer.value),
          transfer.erc20Token.address,
        ]),
      ];
      const sums = new Map<string, bigint>();
      for (const [giver, taker, amount, token] of txStatus === "0" ? [] : sides) {
        if (giver === activity.address) sums.set(token, (sums.get(token) ?? 0n) - amount);
        if (taker === activity.address) sums.set(token, (sums.get(token) ?? 0n) + amount);
      }
      const moved = new Map(activity.moved.map(({ id = "", amount }: Json) => [id, BigInt(amount)]));
      expect(moved, activity.txHash).toEqual(new Map([...sums].filter(([, amount]) => amount !== 0n)));
      compared += moved.size;
    }
    expect(compared).toBeGreaterThan(20);
  });

  it("is said in words, by name, with a link; `only` and `severity` do not silence it, quiet hours do", async () => {
    const titles = told("/hook").map(({ title }) => title);
    expect(titles).toContainEqual(expect.stringMatching(/^number \d+ received [\d.,]+ AVAX$/));
    expect(titles).toContainEqual(expect.stringMatching(/^\S+…\S{6} sent [\d.,]+ AVAX$/));
    const [one] = told("/hook").filter(({ type }) => type === "activity");
    expect(one.text).toContain(one.activity.txHash);
    expect(one.link).toBe(`https://firn.example.org/${one.activity.chain}/tx/${one.activity.txHash}`);
    await expect
      .poll(() => told("/").filter(({ title }) => /^number 0 /.test(title)).length)
      .toBeGreaterThan(0);
    expect(told("/night")).toEqual([]);
  });
});
