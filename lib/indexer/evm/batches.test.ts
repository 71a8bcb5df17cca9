import { expect, it } from "vitest";
import { VmChain } from "../../testbed/evm/chain";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { serveVmNode } from "../../testbed/evm/node";

it("has the same statistics of an hour whether its blocks arrive one by one or all at once", async () => {
  const chain = await VmChain.open({ chainId: 99_999 });
  const node = await serveVmNode(chain);
  const pay = { from: 0, to: chain.accounts[1] ?? "", value: 1n };
  const oneByOne = await indexChains();
  const atOnce = await indexChains();
  try {
    oneByOne.add(node);
    // Equal rates, over a longer and a shorter time.
    for (const [payments, seconds] of [
      [2, 2],
      [1, 1],
      [2, 2],
    ] as const) {
      await chain.mine(Array(payments).fill(pay), seconds);
      await oneByOne.reach(node);
    }
    atOnce.add(node);
    await atOnce.reach(node);
    const figures = await figuresOf(atOnce);
    expect(figures.map(({ peak_transactions }) => peak_transactions)).toContain(1);
    expect(await figuresOf(oneByOne)).toEqual(figures);
  } finally {
    await oneByOne.close();
    await atOnce.close();
    await node.close();
  }
});

async function figuresOf(firn: IndexedChains) {
  const store = await firn.stores.open("evm/99999", { mode: "read" });
  try {
    return await store.db
      .selectFrom("chain_activity")
      .selectAll()
      .orderBy("hours")
      .orderBy("start_hour")
      .execute();
  } finally {
    await store.close();
  }
}
