import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { VmChain } from "../../testbed/evm/chain";
import { type ChainStatus, type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { type RpcAnswer, serveVmNode, type VmNode } from "../../testbed/evm/node";

const FIRST_BLOCK: RequestInit = {
  method: "POST",
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_getBlockByNumber", params: ["0x0", true] }),
};

describe("a node that comes back with other blocks at its URL", () => {
  let node: VmNode;
  let firn: IndexedChains;
  let chain: VmChain;
  let leapMs = 0;

  beforeEach(async () => {
    chain = await openChain(5, 1_600_000_000);
    node = await serveVmNode(chain);
    firn = await indexChains();
    firn.add(node, {}, () => Date.now() + leapMs);
    await firn.reach(node);
  });
  afterEach(async () => {
    await firn.close();
    await node.close();
  });

  const openChain = async (blocks: number, genesisTime: number, chainId = 99_999) => {
    const opened = await VmChain.open({ chainId, genesisTime });
    for (let i = 0; i < blocks; i++) await pay(opened);
    return opened;
  };
  const pay = (on: VmChain) => on.mine([{ from: 0, to: on.accounts[1] ?? "", value: 7n }]);
  const until = async (isIt: (status: ChainStatus) => boolean) =>
    expect.poll(async () => isIt((await firn.status(node)) as ChainStatus)).toBe(true);

  it("is waited for while it has less, and the status says whether the history is the same", async () => {
    const blocks = chain.blocks.splice(4);
    await until(({ state, says }) => state === "waiting-for-node" && says !== undefined);
    expect((await firn.status(node))?.says).toBe(
      "the node has blocks up to number 3, Firn up to 5: waiting for it",
    );
    const other = await openChain(2, 1_700_000_000);
    node.chain = other;
    await until(({ says }) => says?.includes("different history") === true);
    expect((await firn.status(node))?.says).toBe(
      `the node has blocks up to number 2, Firn up to 5, and block 2 is ${chain.blocks[2]?.hash}, the node's is ${other.head.hash}: the node is on a different history than the store: name the right node, or run \`firn reset\``,
    );
    node.chain = chain;
    chain.blocks.push(...blocks);
    await until(({ state, says }) => state === "following" && says === undefined);
    await pay(chain);
    await firn.reach(node);
  });

  it("stops the chain at the first block that does not fit, until it has the right ones", async () => {
    node.chain = await openChain(9, 1_700_000_000);
    await until(({ state }) => state === "stopped");
    expect(await firn.status(node)).toMatchObject({
      height: 5,
      says: expect.stringMatching(/^block 6 \(number 6\) has parent 0x\w+, Firn has 0x\w+ at height 5$/),
    });
    node.chain = chain;
    leapMs += 60_000;
    await until(({ state, height, says }) => state === "following" && height === 5 && says === undefined);
    await pay(chain);
    await firn.reach(node);
  });

  it("for a single answer keeps its store", async () => {
    await firn.stop(node);
    const other = await openChain(1, 1_700_000_000);
    const lie = (await (await fetch(node.url, FIRST_BLOCK)).json()) as RpcAnswer;
    node.chain = other;
    const theirs = (await (await fetch(node.url, FIRST_BLOCK)).json()) as RpcAnswer;
    expect(theirs).not.toEqual(lie);
    node.chain = chain;
    let lies = 1;
    node.alter = ({ method, params }, answer) =>
      method === "eth_getBlockByNumber" && params[0] === "0x0" && lies-- > 0 ? theirs : answer;
    await pay(chain);
    firn.add(node, {}, () => Date.now() + leapMs);
    await firn.reach(node);
    expect(lies).toBeLessThan(1);
    expect(existsSync(join(firn.stores.place.folder, "set-aside"))).toBe(false);
  });

  it("gets its archived store back, which is not read again", async () => {
    await firn.stop(node);
    node.chain = await openChain(2, 1_700_000_000);
    firn.add(node);
    await until(({ height }) => height === 2);
    await firn.stop(node);
    node.chain = chain;
    const head = await pay(chain);
    const read: number[] = [];
    node.alter = ({ method, params }, answer) => {
      if (method === "eth_getBlockReceipts") read.push(Number(params[0]));
      return answer;
    };
    firn.add(node);
    await firn.reach(node);
    expect(new Set(read)).toEqual(new Set([6]));
    const { blocks } = (await (await fetch(`${firn.url}/v1/chains/99999/blocks`)).json()) as {
      blocks: { blockHash: string }[];
    };
    expect(blocks.map(({ blockHash }) => blockHash)).toEqual(
      [...chain.blocks].reverse().map(({ hash }) => hash),
    );
    expect(blocks[0]?.blockHash).toBe(head.hash);
    // Now the other store is the archived one.
    const aside = join(firn.stores.place.folder, "set-aside");
    const files = readdirSync(aside).flatMap((date) => readdirSync(join(aside, date)));
    expect(files).toEqual(["evm-99999.db"]);
  });

  it("gets its archived store back even while it has less than the store", async () => {
    await firn.stop(node);
    node.chain = await openChain(2, 1_700_000_000);
    firn.add(node);
    await until(({ height }) => height === 2);
    await firn.stop(node);
    node.chain = chain;
    const later = chain.blocks.splice(4);
    firn.add(node);
    await until(({ state, height }) => state === "waiting-for-node" && height === 5);
    chain.blocks.push(...later);
    await firn.reach(node);
  });

  it("that shares only the first block with an archived store does not get it", async () => {
    await firn.stop(node);
    node.chain = await openChain(1, 1_700_000_000);
    firn.add(node);
    await until(({ height }) => height === 1);
    await firn.stop(node);
    const fork = await openChain(2, 1_600_000_000);
    await fork.mine([{ from: 1, to: fork.accounts[0] ?? "", value: 9n }]);
    for (let i = 0; i < 4; i++) await pay(fork);
    expect(fork.blocks[0]?.hash).toBe(chain.blocks[0]?.hash);
    node.chain = fork;
    firn.add(node);
    await firn.reach(node);
    await until(({ state }) => state === "following");
    const aside = join(firn.stores.place.folder, "set-aside");
    expect(readdirSync(aside)).toHaveLength(2);
  });

  it("under the id of a public chain never replaces the store", async () => {
    const ours = await openChain(2, 1_600_000_000, 43_114);
    const theirs = await openChain(2, 1_700_000_000, 43_114);
    const public_ = await serveVmNode(ours);
    firn.add(public_);
    await firn.reach(public_);
    await firn.stop(public_);
    public_.chain = theirs;
    firn.add(public_);
    await expect(firn.stop(public_, { ended: true })).rejects.toThrow(
      `the store begins with block ${ours.blocks[0]?.hash}, the node with ${theirs.blocks[0]?.hash}, for EVM chain 43114`,
    );
    expect(existsSync(join(firn.stores.place.folder, "set-aside"))).toBe(false);
    public_.chain = ours;
    await pay(ours);
    firn.add(public_);
    await firn.reach(public_);
    await public_.close();
  });

  it("is asked for its head again when it lacks the blocks that it announced", async () => {
    let requests = 0;
    node.alter = ({ method, params }, answer) => {
      if (method === "eth_getBlockByNumber" && Number(params[0]) > 5) requests += 1;
      return method === "eth_blockNumber" && requests < 3 ? { result: "0x9" } : answer;
    };
    await expect.poll(() => requests).toBeGreaterThanOrEqual(3);
    await pay(chain);
    await firn.reach(node);
  });
});
