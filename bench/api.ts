import { parseArgs } from "node:util";
import { startApi } from "../lib/testbed/api";
import { openBusyPayer, SMALL } from "./busy-payer";
import { medians, walk } from "./requests";

/**
 * `npm run bench:api [TRANSACTIONS]`: the API's time for an address with many transactions, half of which leave it an
 * output, beside one with a hundred and beside the bare server.
 */
const [transactions = 100_000] = parseArgs({ allowPositionals: true }).positionals.map(Number);
const PAGE = 100;
const { stores, large, small } = await openBusyPayer(transactions);
const api = await startApi({ stores });
const chain = `${api.url}/v1/networks/fuji/blockchains/p-chain`;

const list = `${chain}/transactions?pageSize=${PAGE}&addresses=`;
const deepToken = await walk(`${list}${large}`, Math.min(1_000, transactions / PAGE) - 1);
const [floor, smallPage, firstPage, deepPage, balances, days, utxos] = await medians([
  `${api.url}/health`,
  `${list}${small}`,
  `${list}${large}`,
  `${list}${large}&pageToken=${deepToken}`,
  `${chain}/balances?addresses=${large}`,
  `${api.url}/firn/v1/addresses/${large}/balances?chain=p`,
  `${chain}/utxos?pageSize=${PAGE}&addresses=${large}`,
]);
await api.close();

const verdicts = [
  ["floor: the server without a store", floor],
  [`page of ${PAGE} transactions, of an address with ${SMALL}`, smallPage],
  [`page 1 of an address with ${transactions}`, firstPage, ["of the small address's", smallPage, 3]],
  ["page 1,000 of it", deepPage, ["of page 1", firstPage, 1.3]],
  [`balances over its ${transactions / 2} outputs`, balances, ["of 25 ms", 25, 1]],
  ["its balances by day", days],
  [`page of ${PAGE} of those outputs`, utxos],
] as const;
for (const [what, ms, limit] of verdicts) {
  const share =
    limit === undefined ? "" : `, ${(ms / limit[1]).toFixed(2)} ${limit[0]} (at most ${limit[2]})`;
  console.log(`${ms.toFixed(1).padStart(7)} ms  ${what}${share}`);
  if (limit !== undefined && ms / limit[1] > limit[2]) process.exitCode = 1;
}
