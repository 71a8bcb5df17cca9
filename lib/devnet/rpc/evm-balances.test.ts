import { describe, expect, test } from "vitest";
import { openHistory } from "../history";
import { openAnswers } from "../recorded-answers";
import { openRecording } from "../recording";
import { evmMethods } from "./evm";
import { cChainOf, subnetChainOf } from "./evm-chain";

const recording = await openRecording("l1-network");
const history = openHistory({ recording, start: "all" });
const answers = openAnswers(recording);
const [l1] = recording.evmChains;
if (l1 === undefined) throw new Error("the recording has no L1");

/** Without what was recorded at one height, the answers that follow from the rest. */
function answersWithout(hidden: number) {
  return openAnswers({
    ...recording,
    answers: recording.answers.filter(
      ({ method, height }) => method !== "eth_getBalance" || height !== hidden,
    ),
  });
}

describe.each([
  ["the L1", subnetChainOf(history, l1)],
  ["the C-Chain", cChainOf(history)],
])("balances of %s between recorded heights", (_, chain) => {
  const recorded = recording.answers.filter(
    ({ path, method }) => path === chain.path && method === "eth_getBalance",
  );
  const accounts = [...new Set(recorded.map(({ params }) => (JSON.parse(params) as [string])[0]))];
  const ask = (of: typeof answers, account: string, height: number) =>
    evmMethods(chain, of)("eth_getBalance")?.([account, `0x${height.toString(16)}`]);

  test("are those that were recorded, wherever they follow from the rest of the recording", () => {
    const heights = [...new Set(recorded.map(({ height = 0 }) => height))].filter((_, at) => at % 3 === 1);
    let follow = 0;
    for (const hidden of heights) {
      const rest = answersWithout(hidden);
      const balance = evmMethods(chain, rest)("eth_getBalance");
      for (const account of accounts) {
        const found = balance?.([account, `0x${hidden.toString(16)}`]);
        if (found === undefined || "error" in (found as object)) continue;
        expect(found, `${account} at ${hidden}`).toEqual(
          answers.find(chain.path, "eth_getBalance", [account, "latest"], hidden),
        );
        follow++;
      }
    }
    expect(follow).toBeGreaterThan(accounts.length * heights.length * 0.9);
  });

  test("are missing for an account that nothing was recorded of", () => {
    expect(ask(answers, `0x${"ab".repeat(20)}`, 100)).toEqual({
      error: { code: -32000, message: "missing trie node (not in this recording)" },
    });
  });
});

test("a mint without a transaction is not dated: between what is known before and after it, there is no answer", () => {
  const dave = "0x223ef1db694878b2507245f3056268e254e581cd";
  const methods = evmMethods(subnetChainOf(history, l1), answers);
  const at = (height: number) =>
    methods("eth_getBalance")?.([dave, `0x${height.toString(16)}`]) as { result?: string };
  // The upgrade of the chain minted between blocks 210 and 211; balances were recorded at 189 and 216.
  for (let height = 190; height < 216; height++) expect(at(height).result).toBeUndefined();
  expect(BigInt(at(216).result ?? 0) - BigInt(at(189).result ?? 0)).toBe(0x4c53ecdc18a60000n);
});
