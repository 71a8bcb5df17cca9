import { expect, it, onTestFinished } from "vitest";
import { resetStores } from "../../cli/commands/reset";
import { holdStore } from "../../store/sqlite/store-lock";
import { VmChain } from "../evm/chain";
import { indexChains } from "../evm/indexed";
import { serveVmNode } from "../evm/node";

const DAY_MS = 86_400_000;

it("an EVM chain's store stays its indexer's while the node is away and while the chain is stopped", async () => {
  const chain = await VmChain.open({ chainId: 99_997 });
  const pay = () => chain.mine([{ from: 0, to: chain.accounts[1] ?? "", value: 7n }]);
  await pay();
  const node = await serveVmNode(chain);
  onTestFinished(() => node.close());
  const firn = await indexChains();
  onTestFinished(() => firn.close());
  let leapMs = 0;
  firn.add(node, {}, () => Date.now() + leapMs);
  await firn.reach(node);
  const path = firn.stores.whereIs("evm/99997");
  const isKept = async () => {
    leapMs += DAY_MS;
    expect(holdStore(path)).toBeUndefined();
    await expect(resetStores(firn.stores)).rejects.toMatchObject({ code: "LEASE_HELD" });
  };

  let refused = 0;
  node.alter = () => {
    refused += 1;
    return { error: { code: -32005, message: "rate limited" } };
  };
  await expect.poll(() => refused).toBeGreaterThan(2);
  await isKept();

  node.alter = ({ method }, answer) =>
    method === "eth_getBlockReceipts" ? { result: [{ ...receiptOf(answer), status: "0x0" }] } : answer;
  await pay();
  await firn.stopped(node);
  await isKept();

  node.alter = (_, answer) => answer;
  await firn.stop(node);
  expect(await resetStores(firn.stores)).toContain(`deleted ${path}`);
}, 60_000);

function receiptOf(answer: unknown): object {
  return (answer as { result: object[] }).result[0] ?? {};
}
