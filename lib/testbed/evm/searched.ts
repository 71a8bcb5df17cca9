import fc from "fast-check";
import { C, followL1Network } from "../l1-network";
import { VmChain } from "./chain";
import { History } from "./history";
import { indexChains } from "./indexed";
import { serveVmNode } from "./node";
import { step } from "./step";

/** A chain that Firn indexes, and its node. */
export interface Searched {
  chainId: string;
  firn: string;
  node: string;
  close(): Promise<void>;
}

/** A chain of random programs. */
export async function openRandomChain(): Promise<Searched> {
  const history = await History.open(await VmChain.open({ chainId: 99_999 }));
  const [steps = []] = fc.sample(fc.array(step, { minLength: 300, maxLength: 300 }), { numRuns: 1 });
  await history.play(steps);
  const node = await serveVmNode(history.chain);
  const firn = await indexChains();
  firn.add(node);
  await firn.reach(node);
  return {
    chainId: "99999",
    firn: firn.url,
    node: node.url,
    async close() {
      await firn.close();
      await node.close();
    },
  };
}

/** A chain of the recorded network with an L1: `C` or `L1`. */
export async function openRecordedChain(chainId: string): Promise<Searched> {
  const network = await followL1Network();
  const { nodeUrl, recording, url } = network.firn;
  const path = chainId === C ? "C" : recording.evmChains[0]?.blockchainId;
  return { chainId, firn: url, node: `${nodeUrl}/ext/bc/${path}/rpc`, close: () => network.close() };
}
