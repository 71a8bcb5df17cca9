import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { openPlace, start, stop } from "../e2e/processes";
import { formatEvmAddress } from "../lib/avalanche/evm-address";
import { type Log, SILENT } from "../lib/log";
import { writeEvmFacts } from "../lib/store/bookkeeping/evm-facts";
import type { EvmStoreId, Stores } from "../lib/store/stores";
import { startApi } from "../lib/testbed/api";
import { openBusyPayer } from "./busy-payer";
import { BENCH_FOLDER, EVM_CHAIN_ID, evmStoreIn } from "./evm-chain";
import { measure, startNode } from "./programs";

/**
 * `npm run bench:address [TRANSACTIONS]`: server time of every tab of the page of an address with that many
 * transactions, on the P-Chain and on an EVM chain, and of each request that its page makes to the API.
 */
const [transactions = 100_000] = parseArgs({ allowPositionals: true }).positionals.map(Number);
const MOST_MS = 150;
const LOADS = 15;
const PER_BLOCK = 20;
const EVM_STORE: EvmStoreId = `evm/${EVM_CHAIN_ID}`;

const { stores, large, small } = await openBusyPayer(transactions);
const node = await openBusyAccount(stores);
const account = await findBusyAccount(stores);

const asked = new Map<string, number[]>();
const log: Log = {
  ...SILENT,
  info: (message, { path, query, ms } = {}) => {
    if (message !== "request") return;
    const name = `${path}${query === "" ? "" : `?${query}`}`;
    asked.set(name, [...(asked.get(name) ?? []), Number(ms)]);
  },
};
const api = await startApi({ stores, log, nowMs: () => performance.timeOrigin + performance.now() });
const place = await openPlace();
const web = await start(["web"], { ...place.env, FIRN_API_PORT: new URL(api.url).port });

// What a page takes on this machine now, whatever the address has.
await measurePage(`/address/${small}`);
for (const path of [`/address/${large}`, `/address/${account}?chain=${EVM_CHAIN_ID}`])
  for (const tab of tabsOf(path)) await measurePage(tab);
await stop(web);
await api.close();
place.remove();
node.disconnect();

function tabsOf(path: string): string[] {
  const tabs = path.includes("?")
    ? ["tokens", "nfts", "approvals", "internal", "deployed"]
    : ["utxos", "staking"];
  return [path, ...tabs.map((tab) => `${path}${path.includes("?") ? "&" : "?"}tab=${tab}`)];
}

async function measurePage(path: string): Promise<void> {
  const times: number[] = [];
  for (let load = -3; load < LOADS; load++) {
    if (load === 0) asked.clear();
    const startedAt = performance.now();
    const response = await fetch(new URL(path, place.webUrl));
    await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    if (load >= 0) times.push(performance.now() - startedAt);
    // The page keeps answers of the API for half a second.
    await new Promise((resolve) => setTimeout(resolve, 600));
  }
  const ms = medianOf(times);
  if (ms > MOST_MS) process.exitCode = 1;
  console.log(`${ms.toFixed(0).padStart(5)} ms  ${path}${ms > MOST_MS ? `, at most ${MOST_MS}` : ""}`);
  const calls = [...asked].map(([name, all]) => ({ name, ms: medianOf(all), times: all.length / LOADS }));
  for (const { name, ms, times } of calls.sort((a, b) => b.ms - a.ms).slice(0, 8))
    console.log(`${ms.toFixed(1).padStart(12)} ms ${times > 1 ? `${times.toFixed(0)} × ` : ""}${name}`);
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** A chain of one payer beside the P-Chain, and its node. */
async function openBusyAccount(stores: Stores) {
  const blocks = transactions / PER_BLOCK + 1;
  const shape = {
    blocks,
    transfersPerBlock: PER_BLOCK,
    accounts: 20_000,
    tokens: 100,
    seed: 2,
    onePayer: true,
  };
  mkdirSync(BENCH_FOLDER, { recursive: true });
  const { url, node } = await startNode(join(BENCH_FOLDER, `payer-${transactions}.json`), shape, true);
  const file = evmStoreIn(stores.place.folder);
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    await measure("ingest-run", [url, file, String(blocks - 1)]);
  }
  const store = await stores.open(EVM_STORE, { mode: "write", nowMs: Date.now() });
  await writeEvmFacts(store.db, { rpcUrl: url });
  await store.close();
  return node;
}

async function findBusyAccount(stores: Stores): Promise<string> {
  const store = await stores.open(EVM_STORE, { mode: "read" });
  const row = await store.db
    .selectFrom("transaction")
    .innerJoin("address", "address.id", "from_id")
    .select("bytes")
    .limit(1)
    .executeTakeFirstOrThrow();
  await store.close();
  return formatEvmAddress(row.bytes);
}
