import { workerData } from "node:worker_threads";
import { openNode } from "../../client/node";
import { type ContainerStart, readApart } from "../../indexer/follow/container-feed";
import { packContainers } from "../../indexer/follow/pack-containers";
import { openPort } from "./reader-port";

/** Input of a thread that reads containers up to the head. */
export interface ContainerReaderInput {
  nodeUrl: string;
  start: ContainerStart;
}

const { nodeUrl, start } = workerData as ContainerReaderInput;
const { send, pace, reading, reporting, sendPack, run } = openPort();

await run(async () => {
  const node = openNode(nodeUrl, { pace });
  for await (const batch of readApart(node, start, { ...reading, ...reporting }))
    await sendPack(packContainers(batch));
  send({ done: true });
});
