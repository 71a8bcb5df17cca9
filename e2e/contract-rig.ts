import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import artifacts from "../lib/testbed/l1-artifacts.json" with { type: "json" };
import { test as base } from "./firn";
import { openPlace, start, stop, untilIndexed, withRig } from "./processes";

/** A Firn of the recorded L1 and its C-Chain, with the compiled contracts among its labels. */
export interface ContractRig {
  webUrl: string;
  apiUrl: string;
}

/** Its EVM chain id, and its last block. */
export const L1 = "177177";
const LAST_BLOCK = 222;
const LAST_P_BLOCK = 18;

/** Browser tests of contracts as their developers look at them; each worker has its own rig. */
export const test = base.extend<object, { rig: ContractRig }>({ ...withRig(openRig) });

async function openRig(): Promise<{ rig: ContractRig; close(): Promise<void> }> {
  const { env: place, dataDir, webUrl, apiUrl, nodeUrl, remove } = await openPlace();
  const labels = join(dataDir, "labels");
  for (const [name, artifact] of Object.entries(artifacts)) {
    mkdirSync(join(labels, "out", `${name}.sol`), { recursive: true });
    writeFileSync(join(labels, "out", `${name}.sol`, `${name}.json`), JSON.stringify(artifact));
  }
  const env = { ...place, FIRN_LABELS: labels };
  const node = await start(["devnet", "--recording", "l1-network", "--start-at", "100"], env);
  const own = { ...env, FIRN_NODE_URL: nodeUrl };
  const firn = [
    await start(["index", "--recording", "l1-network"], own),
    await start(["api"], own),
    await start(["web"], own),
  ];
  await untilIndexed(`${apiUrl}/v1/chains/${L1}/blocks/${LAST_BLOCK}`);
  await untilIndexed(`${apiUrl}/v1/networks/fuji/blockchains/p-chain/blocks/${LAST_P_BLOCK}`);
  const close = async () => {
    await Promise.all(firn.map(stop));
    await stop(node);
    remove();
  };
  return { rig: { webUrl, apiUrl }, close };
}
