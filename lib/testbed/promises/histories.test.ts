import fc from "fast-check";
import { expect, it } from "vitest";
import { auditEvmStore } from "../../indexer/evm/audit/store";
import { Asking } from "../evm/asking";
import { type HeaderLayout, VmChain } from "../evm/chain";
import { Expected } from "../evm/expected";
import { askFigures, askHolders } from "../evm/figures";
import { beginHeld, endHeld } from "../evm/held";
import { History } from "../evm/history";
import { type IndexedChains, indexChains } from "../evm/indexed";
import { NO_SUCH_METHOD, serveVmNode, type VmNode } from "../evm/node";
import {
  askBlocks,
  askCollections,
  askDeployment,
  askHoldings,
  askLists,
  askTransactions,
} from "../evm/questions";
import { type Step, step } from "../evm/step";
import { type Address, NOBODY } from "../evm/tokens";
import { askWindows } from "../evm/windows";

/** A history, and the abilities of its node. */
interface World {
  layout: HeaderLayout;
  /** Methods that the node lacks. */
  lacks: readonly string[];
  /** How much of the history exists before the indexer starts, in quarters. */
  before: number;
  /** Whether the indexer stops there and starts again when the rest exists. */
  restarts: boolean;
  steps: Step[];
}

const world: fc.Arbitrary<World> = fc.record({
  layout: fc.constantFrom("durango", "granite"),
  lacks: fc.constantFrom([], [], [], ["debug_traceBlockByNumber"], ["eth_getBlockReceipts"]),
  before: fc.nat(4),
  restarts: fc.boolean(),
  steps: fc.array(step, { minLength: 1, maxLength: 60 }),
});

const RUNS = 12;
/** No run begins after this, so that the suite stays short on a slow machine. Shrinking ends with what it has found. */
const BUDGET_MS = 40_000;

it("answers every question about a random history as a plain model of it does", async () => {
  const end = performance.now() + BUDGET_MS;
  let compared = 0;
  const answersFit = fc.asyncProperty(world, async (given) => {
    if (performance.now() > end) return;
    const history = await History.open(await VmChain.open({ chainId: 99_999, layout: given.layout }));
    const node = await serveVmNode(history.chain);
    node.alter = ({ method }, answer) => (given.lacks.includes(method) ? NO_SUCH_METHOD : answer);
    const firn = await indexChains();
    try {
      await index(firn, { history, node, given });
      const traced = !given.lacks.includes("debug_traceBlockByNumber");
      await askAll(new Asking(firn.url, new Expected(history, traced)));
      // Without traces nothing tells of a token's change that another contract asked it for.
      const silent = traced ? [] : history.coins.filter(({ hasAllEvents }) => !hasAllEvents);
      const isSilent = (difference: string) =>
        silent.some(({ address }) => difference.includes(` in ${address}: `));
      expect((await differences(firn, node)).filter((each) => !isSilent(each))).toEqual([]);
      compared += 1;
    } finally {
      await firn.close();
      await node.close();
    }
  });
  await fc.assert(answersFit, { numRuns: RUNS });
  expect(compared).toBeGreaterThan(0);
});

/** Indexes a history, part of it while it is made. */
async function index(
  firn: IndexedChains,
  { history, node, given: { steps, before, restarts } }: { history: History; node: VmNode; given: World },
): Promise<void> {
  const part = Math.ceil((steps.length * before) / 4);
  await history.play(steps.slice(0, part));
  firn.add(node);
  if (before < 4) await firn.reach(node);
  if (restarts) await firn.stop(node);
  await history.play(steps.slice(part));
  if (restarts) firn.add(node);
  await firn.reach(node);
}

/** Differences that `firn verify` finds in the store of the history. */
async function differences(firn: IndexedChains, node: VmNode): Promise<string[]> {
  const results = await auditEvmStore({
    stores: firn.stores,
    id: `evm/${node.chain.chainId}`,
    nodeUrl: node.url,
    urls: [],
    sample: { size: "all", seed: 0 },
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  return results.flatMap((result) => result.differences);
}

/** Asks the API everything about a history. */
async function askAll(asking: Asking): Promise<void> {
  const contracts = asking.expected.contracts();
  await askBlocks(asking);
  await askTransactions(asking);
  for (const address of [...asking.expected.history.accounts, NOBODY, STRANGER, ...contracts]) {
    await askLists(asking, address);
    await askHoldings(asking, address);
  }
  for (const address of contracts) await askDeployment(asking, address);
  await askCollections(asking);
  await askHolders(asking);
  await endHeld([asking], await beginHeld(asking));
  await askFigures(asking);
  await askWindows(asking);
}

const STRANGER: Address = `0x${"9".repeat(40)}`;
