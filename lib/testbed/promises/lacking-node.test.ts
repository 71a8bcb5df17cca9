import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { statusText } from "../../cli/commands/status";
import { openDataClient } from "../../client/data";
import { getStatus, type StreamStatus } from "../../contract/firn/status";
import { VmChain } from "../evm/chain";
import { serveVmNode } from "../evm/node";
import { followChains } from "../followed-chains";
import { indexRecording } from "../recording";

const CHAIN = 77_777;
const LACKED = 5;
const SAYS = "the node says that its newest block is 9, but does not return block 5";

/** A node that has every block but one, until `mend`. */
async function serveLackingNode() {
  const chain = await VmChain.open({ chainId: CHAIN });
  for (let height = 1; height < 10; height++)
    await chain.mine([{ from: 0, to: chain.accounts[1] ?? "", value: 1n }], 10);
  const node = await serveVmNode(chain);
  const whole = node.alter;
  const isLacked = (method: string, of: unknown) =>
    method === "eth_getBlockByNumber" && Number(of) === LACKED;
  node.alter = ({ method, params }, answer) => (isLacked(method, params[0]) ? { result: null } : answer);
  const mend = () => {
    node.alter = whole;
  };
  onTestFinished(() => node.close());
  return { node, mend };
}

test("a node that does not return a block which it claims to have is waited for, and told so", async () => {
  const { node, mend } = await serveLackingNode();
  const firn = await indexRecording("custom-network");
  onTestFinished(() => firn.close());
  const chains = followChains(firn.nodeUrl, { ...firn, named: [node.url] });
  onTestFinished(() => chains.close());
  const api = openDataClient({ baseUrl: firn.url });
  const until = async (fits: (stream: StreamStatus) => boolean) => {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(20)) {
      const status = await api.get(getStatus, { params: {} });
      const stream = status.streams.find(({ stream }) => stream === `EVM ${CHAIN}`);
      if (stream && fits(stream)) return { stream, text: statusText(status) };
    }
    throw new Error(JSON.stringify(await api.get(getStatus, { params: {} })));
  };
  const { stream, text } = await until(({ error }) => error?.message === SAYS);
  expect(stream).toMatchObject({ state: "waiting-for-node", indexedHead: { height: LACKED - 1 } });
  expect(text).toContain(SAYS);
  mend();
  await until(({ state, indexedHead, error }) => {
    return state === "following" && indexedHead?.height === node.chain.head.height && error === undefined;
  });
});
