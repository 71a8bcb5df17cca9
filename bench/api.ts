import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { formatAddress } from "../lib/avalanche/ids";
import { openStores } from "../lib/store/open-stores";
import { CHAIN, unpackBytes } from "../lib/store/rows/columns";
import { startApi } from "../lib/testbed/api";
import { addressOf, type Receivers } from "./p-chain";
import { addPBlocks, indexRecording } from "./recorded-store";
import { medians, walk } from "./requests";

/**
 * `npm run bench:api [TRANSACTIONS]`: the API's time for an address with many transactions, half of which leave it an
 * output, beside one with a hundred and beside the bare server.
 */
const [transactions = 100_000] = parseArgs({ allowPositionals: true }).positionals.map(Number);
const SMALL = 100;
const PAGE = 100;
const folder = fileURLToPath(new URL("../../data/bench-api", import.meta.url));
const stores = openStores(join(folder, String(transactions)));

/** Half of the payments go back to the payer, the others to addresses that get a hundred each. */
const receivers: Receivers = (payment) =>
  payment % 2 === 0 ? "payer" : addressOf(Math.floor(payment / (2 * SMALL)));

if (!(await stores.list()).includes("primary")) {
  await indexRecording(stores);
  await addPBlocks(stores, { count: transactions, receivers });
}
const api = await startApi({ stores });
const chain = `${api.url}/v1/networks/fuji/blockchains/p-chain`;
const large = formatAddress("custom", await findPayer());
const small = formatAddress("custom", addressOf(Math.floor(transactions / (4 * SMALL))));

const list = `${chain}/transactions?pageSize=${PAGE}&addresses=`;
const deepToken = await walk(`${list}${large}`, Math.min(1_000, transactions / PAGE) - 1);
const [floor, smallPage, firstPage, deepPage, balances, utxos] = await medians([
  `${api.url}/health`,
  `${list}${small}`,
  `${list}${large}`,
  `${list}${large}&pageToken=${deepToken}`,
  `${chain}/balances?addresses=${large}`,
  `${chain}/utxos?pageSize=${PAGE}&addresses=${large}`,
]);
await api.close();

const verdicts = [
  ["floor: the server without a store", floor],
  [`page of ${PAGE} transactions, of an address with ${SMALL}`, smallPage],
  [`page 1 of an address with ${transactions}`, firstPage, ["of the small address's", smallPage, 3]],
  ["page 1,000 of it", deepPage, ["of page 1", firstPage, 1.3]],
  [`balances over its ${transactions / 2} outputs`, balances, ["of 25 ms", 25, 1]],
  [`page of ${PAGE} of those outputs`, utxos],
] as const;
for (const [what, ms, limit] of verdicts) {
  const share =
    limit === undefined ? "" : `, ${(ms / limit[1]).toFixed(2)} ${limit[0]} (at most ${limit[2]})`;
  console.log(`${ms.toFixed(1).padStart(7)} ms  ${what}${share}`);
  if (limit !== undefined && ms / limit[1] > limit[2]) process.exitCode = 1;
}

/** Owner of the newest change. */
async function findPayer(): Promise<Uint8Array> {
  const store = await stores.open("primary", { mode: "read" });
  const row = await store.db
    .selectFrom("utxo")
    .select("owners")
    .where("chain", "=", CHAIN.p)
    .orderBy("position", "desc")
    .orderBy("output_index", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  await store.close();
  const [owner] = unpackBytes(row.owners, 20);
  if (owner === undefined) throw new Error("an output without an owner");
  return owner;
}
