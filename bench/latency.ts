import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { openStores } from "../lib/store/open-stores";
import { startApi } from "../lib/testbed/api";
import { evmStorePath } from "./evm-chain";
import { medians, walk } from "./requests";

/**
 * `npm run bench:latency [SMALL LARGE]`: the time of answers about an EVM chain from a store with LARGE transfers,
 * beside one with SMALL. `npm run bench:ingest` makes the stores.
 */
const [small = 100_000, large = 1_000_000] = parseArgs({ allowPositionals: true }).positionals.map(Number);
const MOST_GROWTH = 1.3;
/** Size of a page that an address fills in the smaller store too, so that equal pages are compared. */
const FEW = 2;

const apis = await Promise.all([small, large].map(serveStore));
const [small_, large_] = await Promise.all(apis.map(({ url }) => addressesOf(url)));
if (small_ === undefined || large_ === undefined) throw new Error("two stores are compared");
const times = await medians([...small_, ...large_].map(({ url }) => url));
await Promise.all(apis.map((api) => api.close()));
for (const [i, { what }] of small_.entries()) {
  const [before, after] = [times[i] ?? Number.NaN, times[i + small_.length] ?? Number.NaN];
  const growth = after / before;
  console.log(
    `${before.toFixed(1).padStart(6)} ms at ${small}, ${after.toFixed(1).padStart(6)} ms at ${large}: ${growth.toFixed(2)} (at most ${MOST_GROWTH})  ${what}`,
  );
  if (growth > MOST_GROWTH) process.exitCode = 1;
}

function serveStore(transfers: number) {
  const file = evmStorePath(transfers);
  if (!existsSync(file)) throw new Error(`${file} is missing: run npm run bench:ingest -- ${transfers}`);
  return startApi({ stores: openStores({ folder: join(dirname(file), "..") }) });
}

interface Question {
  what: string;
  url: string;
}

/** The same questions for each store: about its newest transaction, its sender and its token. */
async function addressesOf(api: string): Promise<Question[]> {
  const chain = `${api}/v1/chains/99999`;
  const { transactions } = await ask<{ transactions: Native[] }>(`${chain}/transactions?pageSize=1`);
  const [newest] = transactions;
  if (newest === undefined) throw new Error(`${api} has no transactions`);
  const metrics = `${api}/v2/chains/99999`;
  const wallet = `${chain}/addresses/${newest.from.address}`;
  const deep = await walk(`${chain}/tokens/${newest.to.address}/transfers?pageSize=100`, 20);
  return [
    { what: "one transaction", url: `${chain}/transactions/${newest.txHash}` },
    { what: "transactions of an address", url: `${wallet}/transactions?pageSize=${FEW}` },
    { what: "native transactions of an address", url: `${wallet}/transactions:listNative?pageSize=${FEW}` },
    { what: "ERC-20 transfers of an address", url: `${wallet}/transactions:listErc20?pageSize=${FEW}` },
    { what: "ERC-20 balances of an address", url: `${wallet}/balances:listErc20?pageSize=${FEW}` },
    { what: "transfers of a token", url: `${chain}/tokens/${newest.to.address}/transfers?pageSize=100` },
    {
      what: "page 21 of them",
      url: `${chain}/tokens/${newest.to.address}/transfers?pageSize=100&pageToken=${deep}`,
    },
    { what: "latest blocks", url: `${chain}/blocks?pageSize=100` },
    { what: "latest transactions", url: `${chain}/transactions?pageSize=100` },
    { what: "average TPS by day", url: `${api}/v1/avg_tps/99999` },
    { what: "transactions by hour", url: `${metrics}/metrics/txCount?timeInterval=hour&pageSize=100` },
    { what: "recent addresses", url: `${metrics}/rollingWindowMetrics/activeAddresses` },
  ];
}

interface Native {
  txHash: string;
  from: { address: string };
  to: { address: string };
}

async function ask<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
