import { VmChain } from "../lib/testbed/evm/chain";
import { serveVmNode } from "../lib/testbed/evm/node";
import { test as base } from "./firn";
import { openPlace, start, stop, withRig } from "./processes";

/** A Firn with one chain more than the recorded network: an L1 whose blocks a real EVM made. */
export interface L1Rig {
  webUrl: string;
  chain: VmChain;
  /** The node has pruned the state up to this height, so these blocks cannot be traced; the last one creates a contract. */
  untracedTo: number;
  /** Hash of the only reverted transaction. */
  revertedHash: string;
  /** Stops Firn's API, so that pages have no data source. */
  stopApi(): Promise<void>;
  startApi(): Promise<void>;
}

const UNTRACED_TO = 3;
const HOUR = 3_600;
const BLOCKS = 60;

/** Browser tests of an L1's chain; each worker has its own rig. */
export const test = base.extend<object, { rig: L1Rig }>({
  ...withRig(openRig),
});

async function openRig(): Promise<{ rig: L1Rig; close(): Promise<void> }> {
  const chain = await VmChain.open({ chainId: 99_999 });
  for (let block = 1; block < BLOCKS; block++) {
    const payment = { from: 0, to: chain.accounts[3] ?? "", value: BigInt(block) };
    await chain.mine(block === UNTRACED_TO ? [payment, { from: 1, data: EMPTY_CODE }] : [payment], HOUR);
  }
  const { transactions } = await chain.mine([{ from: 0, data: INVALID_CODE }], HOUR);
  const l1 = await serveVmNode(chain);
  const old = chain.blocks.slice(0, UNTRACED_TO + 1);
  const oldHashes = old.flatMap(({ transactions }) => transactions).map(({ hash }) => hash);
  l1.alter = ({ method, params: [of] }, answer) => {
    const isOld = oldHashes.includes(String(of)) || Number(of) <= UNTRACED_TO;
    return method.startsWith("debug_") && isOld ? STATE_GONE : answer;
  };

  const { env: place, webUrl, apiUrl, nodeUrl, remove } = await openPlace();
  const env = { ...place, FIRN_EVM_CHAINS: l1.url };
  const devnet = await start(["devnet", "--index-enabled=true"], env);
  const own = { ...env, FIRN_NODE_URL: nodeUrl };
  const firn = [await start(["index"], own), await start(["web"], own)];
  let served = await start(["api"], own);
  const rig: L1Rig = {
    webUrl,
    chain,
    untracedTo: UNTRACED_TO,
    revertedHash: transactions[0]?.hash ?? "",
    stopApi: () => stop(served),
    async startApi() {
      served = await start(["api"], own);
    },
  };
  await untilIndexed(`${apiUrl}/v1/chains/${chain.chainId}/blocks/${chain.head.height}`);
  const close = async () => {
    await Promise.all([...firn, served].map(stop));
    await Promise.all([stop(devnet), l1.close()]);
    remove();
  };
  return { rig, close };
}

/** Creates a contract without code: the first byte is STOP. */
const EMPTY_CODE = "0x00";

/** Fails to create a contract: the first byte is not an instruction. */
const INVALID_CODE = "0xfe";

/** The answer of a node that has pruned the state before a block. */
const STATE_GONE = {
  error: { code: -32_000, message: `missing trie node ${"ab".repeat(32)} (path 0f)` },
};

async function untilIndexed(url: string): Promise<void> {
  for (const deadline = Date.now() + 240_000; Date.now() < deadline; ) {
    const answer = await fetch(url);
    if (answer.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not come to be`);
}
