import type { ChildProcess } from "node:child_process";
import { freePorts } from "../lib/cli/supervisor/free-ports.mjs";
import { openRecording } from "../lib/devnet/recording";
import { serveDevnet } from "../lib/devnet/serve";
import { test as base, expect } from "./firn";
import { openPipe, type Pipe } from "./pipe";
import { openPlace, start, stop, withRig } from "./processes";

/** A Firn whose way to its node, and whose web's way to its API, can be cut. */
export interface PipedRig {
  webUrl: string;
  toNode: Pipe;
  toApi: Pipe;
  /** Hash of a C-Chain transaction that runs code, and an account that has one. */
  tx: { hash: string; from: string };
  /** Accepts a few blocks, and returns once they are served. */
  accept(): Promise<void>;
  /** Kills the processes of indexer and API without warning, and starts them again. */
  killAndRestart(): Promise<void>;
  heights(): { P: number; X: number; C: number };
}

const RECORDING = "custom-network";
/** After this share of the recording the C-Chain has transactions of every kind, and blocks are left to accept. */
const START = 0.87;

/** Browser tests of what is away, slow or hangs; each worker has its own rig. */
export const test = base.extend<object, { rig: PipedRig }>({ ...withRig(openRig) });

async function openRig(): Promise<{ rig: PipedRig; close(): Promise<void> }> {
  const recording = await openRecording(RECORDING, "lib/devnet/recordings");
  const node = await serveDevnet({ recording, port: 0, acceptance: START });
  const { env, webUrl, apiUrl, remove } = await openPlace();
  const [nodePort = 0, apiPort = 0] = await freePorts(2);
  const toNode = await openPipe(nodePort, Number(new URL(node.url).port));
  const webApiPort = Number(new URL(apiUrl).port);
  const toApi = await openPipe(webApiPort, apiPort);
  const direct = `http://127.0.0.1:${apiPort}`;
  const settings = { ...env, FIRN_NODE_URL: `http://127.0.0.1:${nodePort}` };
  const back = { ...settings, FIRN_API_PORT: String(apiPort) };
  let services: ChildProcess[] = [];
  const startServices = async () => {
    services = [await start(["index", "--recording", RECORDING], back), await start(["api"], back)];
  };
  await startServices();
  const web = await start(["web"], settings);
  const ask = async <T>(path: string): Promise<T> => (await (await fetch(direct + path)).json()) as T;
  const served = async () => {
    const { streams = [] } = await ask<{ streams?: { stream: string; indexedHead?: { height: number } }[] }>(
      "/firn/v1/status",
    ).catch(() => ({ streams: [] }));
    const of = (name: string) => streams.find(({ stream }) => stream === name)?.indexedHead?.height;
    const evm = streams.find(({ stream }) => stream.startsWith("EVM "))?.indexedHead?.height;
    return { P: of("P/block"), X: of("X/block"), C: of("C/block"), evm };
  };
  const untilServed = () =>
    expect.poll(served, { timeout: 120_000 }).toEqual({ ...node.accepted(), evm: node.accepted().C });
  await untilServed();
  const rig: PipedRig = {
    webUrl,
    toNode,
    toApi,
    tx: await findTx(ask),
    heights: () => node.accepted(),
    async accept() {
      for (let count = 0; count < 3; count++) node.acceptNext();
      await untilServed();
    },
    async killAndRestart() {
      for (const service of services) service.kill("SIGKILL");
      await startServices();
    },
  };
  const close = async () => {
    await Promise.all([...services, web].map(stop));
    await Promise.all([toNode.close(), toApi.close(), node.close()]);
    remove();
  };
  return { rig, close };
}

async function findTx(ask: <T>(path: string) => Promise<T>): Promise<PipedRig["tx"]> {
  const { chains } = await ask<{ chains: { chainId: string; chainName: string }[] }>("/v1/chains");
  const chainId = chains.find(({ chainName }) => chainName === "C-Chain")?.chainId;
  const { transactions } = await ask<{
    transactions: { txHash: string; from: { address: string }; method?: { callType: string } }[];
  }>(`/v1/chains/${chainId}/transactions?pageSize=100`);
  const tx = transactions.find(({ method }) => method?.callType === "CONTRACT_CALL");
  if (tx === undefined) throw new Error("the recording has no call of a contract");
  return { hash: tx.txHash, from: tx.from.address };
}
