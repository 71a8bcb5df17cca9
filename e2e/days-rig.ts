import { VmChain } from "../lib/testbed/evm/chain";
import { serveVmNode } from "../lib/testbed/evm/node";
import { test as base } from "./firn";
import { startBesideL1, withRig } from "./processes";

/** A Firn with an L1 that has had transactions for more than a year. */
export interface DaysRig {
  webUrl: string;
  apiUrl: string;
  /** First segment of the L1's pages: its EVM chain id. */
  segment: string;
  /** An account that was paid in every block. */
  account: string;
}

const DAY = 86_400;
const BLOCKS = 330;

/** Browser tests of long charts; each worker has its own rig. */
export const test = base.extend<object, { rig: DaysRig }>({
  ...withRig(openRig),
});

/** Every eleventh block comes three days after the one before, so that some days have no point. */
async function openRig(): Promise<{ rig: DaysRig; close(): Promise<void> }> {
  const chain = await VmChain.open({ chainId: 77_777 });
  const account = chain.accounts[3] ?? "";
  const pay = () => ({ from: 0, to: account, value: 1n });
  for (let block = 0; block < BLOCKS; block++)
    await chain.mine(Array.from({ length: 1 + (block % 5) }, pay), block % 11 === 0 ? 3 * DAY : DAY);
  const l1 = await serveVmNode(chain);
  const firn = await startBesideL1(l1.url, chain);
  const close = async () => {
    await firn.close();
    await l1.close();
  };
  const { webUrl, apiUrl } = firn;
  return { rig: { webUrl, apiUrl, segment: String(chain.chainId), account }, close };
}
