import { join } from "node:path";
import fc from "fast-check";
import { openRecording } from "../../lib/devnet/recording";
import { serveDevnet } from "../../lib/devnet/serve";
import { VmChain } from "../../lib/testbed/evm/chain";
import { History } from "../../lib/testbed/evm/history";
import { serveVmNode } from "../../lib/testbed/evm/node";
import { step } from "../../lib/testbed/evm/step";
import type { Random } from "./random";

/** Two truthful nodes that advance when told: a recorded network, and the chain of an L1. */
export interface Truth {
  nodeUrl: string;
  chainUrl: string;
  /** Genesis configuration of the recorded network. */
  genesis: string;
  /**
   * Accepts the next containers of the recorded network and the next block of the L1; false when the recording has
   * ended.
   */
  goOn(): Promise<boolean>;
  /** The expected height of each checkpoint, by store and stream. */
  heads(): Record<string, number>;
  /** The store of the chain of the L1, whose node has every state: balances can be compared with it. */
  l1Store: string;
  close(): Promise<void>;
}

const L1_CHAIN = 99_999;
/** Share of the blocks that exist from the start, so that there is something to damage. */
const START = 0.2;
/** Steps drawn in advance for the L1; each makes about one transaction. */
const STEPS = 1_000;

export async function openTruth(random: Random, recordings: string): Promise<Truth> {
  const recording = await openRecording("custom-network", recordings);
  const devnet = await serveDevnet({ recording, port: 0, acceptance: START });
  const history = await History.open(await VmChain.open({ chainId: L1_CHAIN }));
  const node = await serveVmNode(history.chain);
  const steps = fc.sample(step, { seed: random.below(2 ** 31), numRuns: STEPS });
  const cChain = await readChainId(`${devnet.url}/ext/bc/C/rpc`);
  const l1Store = join("evm", `${L1_CHAIN}.db`);
  return {
    l1Store,
    nodeUrl: devnet.url,
    chainUrl: node.url,
    genesis: recording.genesis.configuration,
    async goOn() {
      await history.play(steps.splice(0, 1 + random.below(3)));
      for (let count = 1 + random.below(2); count > 0; count--) if (!devnet.acceptNext()) return false;
      return steps.length > 0;
    },
    heads() {
      const { P, X, C } = devnet.accepted();
      return {
        "primary.db P/block": P,
        "primary.db X/block": X,
        "primary.db C/block": C,
        [join("evm", `${cChain}.db`).concat(" blocks")]: C,
        [`${l1Store} blocks`]: history.chain.head.height,
      };
    },
    async close() {
      await node.close();
      await devnet.close();
    },
  };
}

async function readChainId(url: string): Promise<number> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] });
  const headers = { "content-type": "application/json" };
  const { result } = (await (await fetch(url, { method: "POST", headers, body })).json()) as {
    result: string;
  };
  return Number(result);
}
