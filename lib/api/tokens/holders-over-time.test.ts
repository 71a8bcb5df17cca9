import fc from "fast-check";
import { expect, it } from "vitest";
import { Asking } from "../../testbed/evm/asking";
import { VmChain } from "../../testbed/evm/chain";
import { Expected } from "../../testbed/evm/expected";
import { beginHeld, endHeld } from "../../testbed/evm/held";
import { History } from "../../testbed/evm/history";
import { indexChains } from "../../testbed/evm/indexed";
import { serveVmNode } from "../../testbed/evm/node";
import { type Step, step } from "../../testbed/evm/step";

/** Steps that transfer coins, most often to another address. */
const moving = fc
  .record({
    step,
    action: fc.constantFrom<Step["action"][]>("coin.transfer", "coin.mint", "coin.burn", "coin.self"),
    after: fc.constantFrom(0, 1, 30),
  })
  .map(
    ({ step, action, after }): Step => ({ ...step, action, after, values: step.values.map((v) => v % 90n) }),
  );

const SOME: Step = {
  action: "coin.mint",
  sender: 0,
  token: 0,
  a: 0,
  b: 0,
  ids: [0n],
  values: [50n],
  relayed: false,
  type: 2,
  after: 1,
};
/** More holders than fit a page. */
const everybody = Array.from({ length: 9 }, (_, i): Step => ({ ...SOME, a: i }));

it("lists are as of their first page, whichever replica answers the others and whatever comes between", async () => {
  const histories = fc.asyncProperty(
    fc.array(moving, { minLength: 5, maxLength: 20 }),
    fc.array(moving, { minLength: 5, maxLength: 20 }),
    async (before, after) => {
      const history = await History.open(await VmChain.open({ chainId: 99_999 }));
      const node = await serveVmNode(history.chain);
      const firn = await indexChains();
      const asking = (url = firn.url) => new Asking(url, new Expected(history, true));
      try {
        await history.play([...everybody, ...before]);
        firn.add(node);
        await firn.reach(node);
        const begun = await beginHeld(asking());
        expect(begun.filter(({ nextPageToken }) => nextPageToken !== undefined)).not.toHaveLength(0);
        await history.play(after);
        await firn.reach(node);
        // One replica has the lists of the first pages, and one has to count them again.
        await endHeld([asking(await firn.serveAgain()), asking()], begun);
        await endHeld([asking()], await beginHeld(asking()));
      } finally {
        await firn.close();
        await node.close();
      }
    },
  );
  await fc.assert(histories, { numRuns: 3, endOnFailure: true });
});
