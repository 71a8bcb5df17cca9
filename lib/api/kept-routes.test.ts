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

async function ask(url: string) {
  const response = await fetch(url);
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { text: await response.text(), headers: response.headers, isJson: isJson && response.ok };
}

test("what comes from stores alone is made once, and everything else each time", async () => {
  const fleeting = new Set(Object.values(FLEETING).flat());
  const left = new Set(fleeting);
  for (const route of Object.values<Route>(ROUTES)) {
    const example = EXAMPLES[route.operationId];
    if (example === undefined || route.method !== "get") continue;
    const url = `${firn.url}${pathOf(route, example)}`;
    let first = await ask(url);
    if (!first.isJson) continue;
    const isGivenAgain = async () => {
      const before = made.get(url);
      const again = await ask(url);
      if (made.get(url) !== before) {
        first = again;
        return false;
      }
      expect(again.text).toBe(first.text);
      for (const name of ["etag", "content-type", "cache-control", "vary"])
        expect(again.headers.get(name), name).toBe(first.headers.get(name));
      return true;
    };
    left.delete(route.operationId);
    if (fleeting.has(route.operationId)) expect(await isGivenAgain(), route.operationId).toBe(false);
    // Metadata of tokens may be committed meanwhile.
    else await expect.poll(isGivenAgain, { message: route.operationId }).toBe(true);
  }
  expect([...left]).toEqual([]);
});

/** Operations that are answered anew each time, by what else they depend on. */
const FLEETING = {
  clock: ["data-health-check", "firnStake", "metrics-health-check"],
  "the node of the Primary Network": [
    "firnSearch",
    "firnSharedMemory",
    "firnValidator",
    "firnValidators",
    "getSingleValidatorDetails",
    "listValidators",
  ],
  "the list of EVM chains, for the one whose coin has AVAX's price": ["firnRewards", "firnRewardSummary"],
  "nodes of EVM chains": [
    "etherscanApi",
    "etherscanApiOfChain",
    "firnAccounts",
    "firnChainRules",
    "firnCode",
    "firnContract",
    "firnContracts",
    "firnEvmCalls",
    "firnEvmLogs",
    "firnEvmStateChanges",
    "firnGotApprovals",
    "firnProxyChanges",
    "firnReadFunctions",
    "getNativeBalance",
    "listErc1155Balances",
    "listErc20Balances",
    "listErc721Balances",
  ],
  "which chains there are": [
    "firnAddress",
    "firnEvmWarpMessages",
    "getAddressChains",
    "getChainInfo",
    "listAddressChains",
    "listAllLatestBlocks",
    "listAllLatestTransactions",
    "listChains",
    "listLatestBlocksAllChains",
    "listLatestTransactionsAllChains",
    "supportedChains",
    "firnMessage",
    "firnMessages",
  ],
  "what is counted beside the store": ["firnStakeMetrics", "getAvaxSupply", "getStakingMetrics"],
};
