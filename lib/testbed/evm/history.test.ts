import { expect, it } from "vitest";
import { VmChain } from "./chain";
import { History } from "./history";
import type { Step } from "./step";

const step = (action: Step["action"], value: bigint, relayed = false): Step => ({
  action,
  sender: 3,
  token: 5,
  a: relayed ? FORWARDER : 3,
  b: 0,
  ids: [0n],
  values: [value],
  relayed,
  type: 2,
  after: 2,
});
/** Index, among holders, of the contract that calls in its own name. */
const FORWARDER = 6;

it.each([false, true])(
  "has a wrapped coin return what was paid in, and no more (relayed: %s)",
  async (relayed) => {
    const history = await History.open(await VmChain.open({ chainId: 99_999 }));
    const before = history.entries.length;
    await history.play([
      step("coin.mint", 97n, relayed),
      step("coin.withdraw", 1n, relayed),
      step("coin.deposit", 40n, relayed),
      step("coin.withdraw", 41n, relayed),
      step("coin.withdraw", 30n, relayed),
      step("coin.withdraw", 11n, relayed),
      step("coin.withdraw", 10n, relayed),
    ]);
    expect(history.entries.slice(before).map(({ ok }) => ok)).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
  },
);
