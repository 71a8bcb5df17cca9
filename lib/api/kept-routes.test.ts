import { afterAll, beforeAll, expect, test } from "vitest";
import type { Route } from "../contract/route";
import { ROUTES } from "../contract/routes";
import { type IndexedCChain, indexCChain } from "../testbed/c-chain";
import type { Example } from "../testbed/examples";
import { pathOf } from "./code-samples";
import recorded from "./examples.json" with { type: "json" };
import { KeptAnswers } from "./kept-answers";

/** Which answers come from stores alone, and are given again as long as nothing is committed. */

const EXAMPLES = recorded as unknown as Record<string, Example>;

let firn: IndexedCChain;
/** How often the answer of a URL was made. */
const made = new Map<string, number>();
const original = KeptAnswers.prototype.answer;

beforeAll(async () => {
  KeptAnswers.prototype.answer = function (c, make) {
    return original.call(this, c, (sources) => {
      made.set(c.req.url, (made.get(c.req.url) ?? 0) + 1);
      return make(sources);
    });
  };
  firn = await indexCChain("custom-network");
});
afterAll(async () => {
  KeptAnswers.prototype.answer = original;
  await firn.close();
});

/** Metadata of tokens may be committed between two of them. */
const TRIES = 6;

/** An answer that was given again, and the one before it; undefined if it is made each time. */
async function askUntilKept(url: string) {
  let last: { headers: Headers; text: string; made: number | undefined } | undefined;
  for (let count = 0; count < TRIES; count++) {
    const response = await fetch(url);
    if (!response.ok || !response.headers.get("content-type")?.startsWith("application/json")) return {};
    const now = { headers: response.headers, text: await response.text(), made: made.get(url) };
    if (last !== undefined && last.made === now.made) return { first: last, again: now };
    last = now;
  }
  return undefined;
}

test("what comes from stores alone is made once, and everything else each time", async () => {
  const fleeting: string[] = [];
  for (const route of Object.values<Route>(ROUTES)) {
    const example = EXAMPLES[route.operationId];
    if (example === undefined || route.method !== "get") continue;
    const asked = await askUntilKept(`${firn.url}${pathOf(route, example)}`);
    if (asked === undefined) fleeting.push(route.operationId);
    expect(asked?.again?.text).toBe(asked?.first?.text);
    for (const name of ["etag", "content-type", "cache-control", "vary"])
      expect(asked?.again?.headers.get(name), name).toBe(asked?.first?.headers.get(name));
  }
  expect(fleeting.sort()).toEqual(Object.values(FLEETING).flat().sort());
});

/** Operations that are answered anew each time, by what else they depend on. */
const FLEETING = {
  clock: ["data-health-check", "firnStake", "metrics-health-check"],
  "the node of the Primary Network": [
    ...["firnSearch", "firnSharedMemory", "firnValidator", "firnValidators"],
    ...["getSingleValidatorDetails", "listValidators"],
  ],
  "nodes of EVM chains": [
    ...["etherscanApi", "etherscanApiOfChain", "firnAccounts", "firnChainRules", "firnCode", "firnContract"],
    ...["firnContracts", "firnEvmCalls", "firnEvmLogs", "firnEvmStateChanges"],
    ...["firnProxyChanges", "firnReadFunctions", "getNativeBalance"],
    ...["listErc1155Balances", "listErc20Balances", "listErc721Balances"],
  ],
  "which chains there are": [
    ...["firnAddress", "firnEvmWarpMessages", "getAddressChains", "getChainInfo", "listAddressChains"],
    ...["listAllLatestBlocks", "listAllLatestTransactions", "listChains", "listLatestBlocksAllChains"],
    ...["listLatestTransactionsAllChains", "supportedChains"],
  ],
  "what is counted beside the store": ["firnStakeMetrics", "getStakingMetrics"],
};
