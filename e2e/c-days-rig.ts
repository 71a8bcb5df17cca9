import { openStores } from "../lib/store/open-stores";
import { test as base } from "./firn";
import { openPlace, start, stop, untilIndexed, withRig } from "./processes";

/** A Firn whose C-Chain has a block on each of many days. */
export interface CDaysRig {
  webUrl: string;
  apiUrl: string;
  /** EVM chain id of the C-Chain. */
  chainId: string;
}

const DAY = 86_400;
/** Blocks of the recording's C-Chain. */
const BLOCKS = 202;

/** Browser tests of a long C-Chain; each worker has its own rig. */
export const test = base.extend<object, { rig: CDaysRig }>({ ...withRig(openRig) });

/** A recording, whose blocks are moved to a day each once they are stored. */
async function openRig(): Promise<{ rig: CDaysRig; close(): Promise<void> }> {
  const { env: place, dataDir, webUrl, apiUrl, nodeUrl, remove } = await openPlace();
  const env = { ...place, FIRN_NODE_URL: nodeUrl };
  const node = await start(["devnet", "--recording", "custom-network", "--start-at", "100"], env);
  const api = await start(["api"], env);
  const indexer = await start(["index", "--recording", "custom-network"], env);
  const chainId = "43999";
  await untilIndexed(`${apiUrl}/v1/chains/${chainId}/blocks/${BLOCKS}`);
  await stop(indexer);
  const store = await openStores({ folder: dataDir }).open(`evm/${chainId}`, {
    mode: "write",
    nowMs: Date.now(),
  });
  await store.db
    .updateTable("block")
    .set(({ eb, parens, ref, val }) => {
      const newer = parens(eb(val(BLOCKS), "-", ref("height")));
      return { time: eb("time", "-", eb(newer, "*", val(DAY))) };
    })
    .execute();
  await store.close();
  const web = await start(["web"], env);
  const close = async () => {
    await Promise.all([api, web, node].map(stop));
    remove();
  };
  return { rig: { webUrl, apiUrl, chainId }, close };
}
