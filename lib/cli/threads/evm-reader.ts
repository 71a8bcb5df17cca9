import { workerData } from "node:worker_threads";
import { openEvm } from "../../client/evm";
import type { ExecutedBlock } from "../../indexer/evm/feed/block";
import { type FeedStart, readBlocks } from "../../indexer/evm/feed/feed";
import { type OlderStart, readOlder } from "../../indexer/evm/feed/older";
import { packBlocks } from "../../indexer/evm/feed/pack";
import { type ChainAddress, openSource } from "../../indexer/evm/feed/source";
import { openPort } from "./reader-port";
import { openSenderThreads } from "./sender-threads";

/** Input of a reader thread: it reads up from a block to the head, or down from one. */
export interface ReaderInput {
  chain: ChainAddress;
  start: { up: FeedStart } | { down: OlderStart };
}

const { chain, start } = workerData as ReaderInput;
const { send, pace, sendPack, run, ...port } = openPort();
const reading = {
  ...port.reading,
  source: openSource(chain, { pace }),
  client: openEvm(chain.rpcUrl, { pace }),
  recover: openSenderThreads(),
};
const sendBlocks = (blocks: ExecutedBlock[]) => sendPack(packBlocks(blocks));

async function readUp(start: FeedStart): Promise<void> {
  for await (const blocks of readBlocks(start, { ...reading, ...port.reporting, untilHead: true }))
    await sendBlocks(blocks);
  send({ done: true });
}

async function readDown(start: OlderStart): Promise<void> {
  const feed = readOlder(start, reading);
  for (;;) {
    const { value, done } = await feed.next();
    if (done) return send({ done: true, older: value });
    for (const blocks of value) await sendBlocks(blocks);
    send({ rangeEnds: true });
  }
}

await run(() => ("up" in start ? readUp(start.up) : readDown(start.down)));
