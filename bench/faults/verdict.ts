import { setTimeout as sleepFor } from "node:timers/promises";
import { exitCodeOf, verify } from "../../lib/cli/commands/verify";
import { SAMPLE_SIZE } from "../../lib/indexer/evm/audit/sample";
import { openStores } from "../../lib/store/open-stores";
import type { Firn } from "./firn";
import type { Random } from "./random";

/** What `firn verify` may leave unchecked here, with the reason. */
const UNCHECKED: readonly { line: RegExp; why: string }[] = [
  {
    line: /^EVM 43999 calls at node .* not checked: \d+ blocks: no native balances \(missing trie node \(not in this recording\)\)$/,
    why: "the recorded node has no state of its C-Chain; the L1's node has, and is asked",
  },
  {
    line: /^EVM 43999 balances at node .* not checked: \d+ balances: the node does not have them as of block \d+$/,
    why: "the same",
  },
  {
    line: /^EVM 99999 holdings .* left out: balances of \d+ tokens, which only the node knows$/,
    why: "no event gives the balances of tokens with fees or with a changing factor",
  },
  {
    line: /^operator\.db .* left out: whether they are true, which nothing else records$/,
    why: "the console's own entries are recorded nowhere else",
  },
];

export interface Verdict {
  /** Everything is equal, and only what may be is left out. */
  isClean: boolean;
  printed: string;
}

/** Runs `firn verify` as a process of its own. */
export async function runVerify(firn: Firn): Promise<Verdict> {
  const { code, printed } = await firn.run(["verify"]).ended;
  return judge(code, printed.trimEnd());
}

/** Runs the same checks in this process: on busy cores, starting another takes longer than the checks. */
export async function verifyHere(
  { dataDir }: Firn,
  { nodeUrl, chainUrls }: { nodeUrl: string; chainUrls: readonly string[] },
  random: Random,
): Promise<Verdict> {
  const lines: string[] = [];
  const verdict = await verify({
    dataDir,
    nodeUrl,
    chainUrls,
    stores: openStores({ folder: dataDir }),
    sample: { size: SAMPLE_SIZE, seed: random.below(2 ** 32) },
    sleep: async (ms, signal) => sleepFor(ms, undefined, { signal }).catch(() => {}), // an aborted pause just ends early
    signal: new AbortController().signal,
    onProgress: () => {},
    write: (line) => lines.push(line),
  });
  return judge(exitCodeOf(verdict), lines.join("\n"));
}

function judge(code: number | null, text: string): Verdict {
  const left = text
    .split("\n")
    .filter((line) => /\b(not checked|left out): /.test(line))
    .filter((line) => !UNCHECKED.some((allowed) => allowed.line.test(line)));
  const isClean = (code === 0 || code === 3) && left.length === 0;
  return {
    isClean,
    printed: `${text}${isClean ? "" : `\nexit code ${code}; may not be left out:\n${left.join("\n")}`}`,
  };
}
