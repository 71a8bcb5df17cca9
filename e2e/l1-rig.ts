import { VmChain } from "../lib/testbed/evm/chain";
import { serveVmNode } from "../lib/testbed/evm/node";
import { test as base } from "./firn";
import { startBesideL1, withRig } from "./processes";

/** A Firn with one chain more than the recorded network: an L1 whose blocks a real EVM made. */
export interface L1Rig {
  webUrl: string;
  chain: VmChain;
  /** The node has pruned the state up to this height, so these blocks cannot be traced; the last one creates a contract. */
  untracedTo: number;
  /** Hash of the only transaction that failed: it ran an invalid opcode, so it is not called reverted. */
  failedHash: string;
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

  const firn = await startBesideL1(l1.url, chain);
  const rig: L1Rig = {
    webUrl: firn.webUrl,
    chain,
    untracedTo: UNTRACED_TO,
    failedHash: transactions[0]?.hash ?? "",
    stopApi: firn.stopApi,
    startApi: firn.startApi,
  };
  const close = async () => {
    await firn.close();
    await l1.close();
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
