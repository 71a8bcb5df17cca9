import { VmChain } from "../lib/testbed/evm/chain";
import { serveVmNode } from "../lib/testbed/evm/node";
import { test as base } from "./firn";
import { startBesideL1, untilIndexed, withRig } from "./processes";

/** A Firn with an L1 of 2,000 payments to one account, which grows when the test says so. */
export interface LongRig {
  webUrl: string;
  /** First segment of the L1's pages. */
  segment: string;
  /** Receives every payment. */
  payee: string;
  /** Hashes of all payments, newest first. */
  payments(): string[];
  /** Mines blocks of one payment; returns once Firn serves them. */
  mine(blocks: number): Promise<void>;
}

const BLOCKS = 40;
const PAYMENTS_IN_BLOCK = 50;

/** Browser tests of long lists; each worker has its own rig. */
export const test = base.extend<object, { rig: LongRig }>({
  ...withRig(openRig),
});

async function openRig(): Promise<{ rig: LongRig; close(): Promise<void> }> {
  const chain = await VmChain.open({ chainId: 88_888 });
  const payee = chain.accounts[3] ?? "";
  let paid = 0n;
  const pay = () => ({ from: 0, to: payee, value: ++paid });
  for (let block = 0; block < BLOCKS; block++)
    await chain.mine(Array.from({ length: PAYMENTS_IN_BLOCK }, pay));
  const l1 = await serveVmNode(chain);
  const firn = await startBesideL1(l1.url, chain);
  const rig: LongRig = {
    webUrl: firn.webUrl,
    segment: String(chain.chainId),
    payee,
    payments: () =>
      chain.blocks.flatMap(({ transactions }) => transactions.map(({ hash }) => hash)).reverse(),
    async mine(blocks) {
      for (let block = 0; block < blocks; block++) await chain.mine([pay()]);
      await untilIndexed(`${firn.apiUrl}/v1/chains/${chain.chainId}/blocks/${chain.head.height}`);
    },
  };
  const close = async () => {
    await firn.close();
    await l1.close();
  };
  return { rig, close };
}
