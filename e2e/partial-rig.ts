import type { ChildProcess } from "node:child_process";
import { openRecording } from "../lib/devnet/recording";
import { serveDevnet } from "../lib/devnet/serve";
import { VmChain } from "../lib/testbed/evm/chain";
import { callData, deployment } from "../lib/testbed/evm/contracts";
import { serveVmNode } from "../lib/testbed/evm/node";
import { pruneBlocks } from "../lib/testbed/evm/partial";
import { test as base, expect } from "./firn";
import { openPlace, start, stop, withRig } from "./processes";

/** A Firn whose node lacks the C-Chain's older blocks and every index, and an L1 whose node lacks older blocks too. */
export interface PartialRig {
  webUrl: string;
  apiUrl: string;
  chain: VmChain;
  /** The L1's NFT contract, from before its first known block. */
  collection: string;
  /** The L1's node gets its older blocks; returns once they are indexed and counted. */
  giveOlder(): Promise<void>;
}

const RECORDING = "custom-network";
/** First known blocks of the C-Chain and of the L1. */
export const FIRST_C = 100;
export const FIRST_L1 = 4;

/** Browser tests of partial histories; each worker has its own rig. */
export const test = base.extend<object, { rig: PartialRig }>({ ...withRig(openRig) });

/** What the C-Chain's node has. The recording is too short for bodies without receipts before that. */
const SYNCED = { firstBlock: FIRST_C, bodies: 0 };

async function openRig(): Promise<{ rig: PartialRig; close(): Promise<void> }> {
  const { chain, collection } = await mineCollection();
  const l1 = await serveVmNode(chain);
  const whole = l1.alter;
  pruneBlocks(l1, FIRST_L1);
  const recording = await openRecording(RECORDING, "lib/devnet/recordings");
  const node = await serveDevnet({ recording, port: 0, indexEnabled: false, ...SYNCED });
  const { env: place, webUrl, apiUrl, remove } = await openPlace();
  const env = { ...place, FIRN_NODE_URL: node.url, FIRN_EVM_CHAINS: l1.url };
  const index = () => start(["index", "--recording", RECORDING], env);
  const firn: ChildProcess[] = [await start(["api"], env), await start(["web"], env)];
  let indexer = await index();
  const untilBegun = async (from: number, isWhole: boolean) =>
    expect
      .poll(() => historyOf(apiUrl, chain.chainId), { timeout: 120_000 })
      .toEqual({ height: chain.head.height, from: isWhole ? undefined : from });
  await untilBegun(FIRST_L1, false);
  await expect.poll(() => readGaps(apiUrl), { timeout: 120_000 }).toEqual([FIRST_C]);
  const rig: PartialRig = {
    webUrl,
    apiUrl,
    chain,
    collection,
    async giveOlder() {
      l1.alter = whole;
      // A node that lacked blocks is asked for them again at the start, and seldom later.
      await stop(indexer);
      indexer = await index();
      await untilBegun(0, true);
    },
  };
  const close = async () => {
    await Promise.all([...firn, indexer].map(stop));
    await Promise.all([node.close(), l1.close()]);
    remove();
  };
  return { rig, close };
}

/** Ten blocks: a collection of ERC-1155 items, what is minted of it, and transfers. */
async function mineCollection(): Promise<{ chain: VmChain; collection: string }> {
  const chain = await VmChain.open({ chainId: 88_888 });
  const { transactions } = await chain.mine([{ from: 0, data: deployment("Items") }], 60);
  const collection = transactions[0]?.contractAddress ?? "";
  const call = (signature: string, ...values: unknown[]) => ({
    from: 0,
    to: collection,
    data: callData(signature, values),
  });
  const [from, to] = chain.accounts;
  for (const id of [7n, 8n]) await chain.mine([call("mint(address,uint256,uint256)", from, id, 10n)], 60);
  const ship = "safeTransferFrom(address,address,uint256,uint256,bytes)";
  await chain.mine([call(ship, from, to, 7n, 4n, "0x")], 60);
  for (let block = 5; block <= 10; block++)
    await chain.mine([{ from: 0, to: to ?? "", value: BigInt(block) }], 60);
  return { chain, collection };
}

interface Status {
  gaps?: { before: number }[];
  streams?: {
    stream: string;
    indexedHead?: { height: number };
    evm?: { history?: { firstBlock: number } };
  }[];
}

async function readStatus(apiUrl: string): Promise<Status> {
  return (await (await fetch(`${apiUrl}/firn/v1/status`)).json()) as Status;
}

/** Height of the newest stored block, and from which block on a chain's history is known if it is not whole. */
async function historyOf(apiUrl: string, chainId: number) {
  const { streams = [] } = await readStatus(apiUrl);
  const stream = streams.find((each) => each.stream === `EVM ${chainId}`);
  return { height: stream?.indexedHead?.height, from: stream?.evm?.history?.firstBlock };
}

async function readGaps(apiUrl: string): Promise<number[]> {
  const { gaps = [], streams = [] } = await readStatus(apiUrl);
  const isThere = streams.some(
    ({ stream, indexedHead }) => stream === "C/block" && indexedHead?.height === 202,
  );
  return isThere ? gaps.map(({ before }) => before) : [];
}
