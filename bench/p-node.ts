import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/** One block of the node's P-Chain, from height 1 on, as text that answers contain. */
export interface ServedBlock {
  containerId: string;
  /** With checksum: of the container, and of the block in it. */
  container: string;
  block: string;
  timestamp: string;
}

/**
 * `node p-node.mjs FILE INDEX`: a node with a P-Chain, and with its index if INDEX is "index". It is a process of its
 * own, so that its work is not counted as the indexer's.
 */
const [file = "", how] = process.argv.slice(2);
const blocks = readFileSync(file, "utf8")
  .split("\n")
  .map((line) => JSON.parse(line) as ServedBlock);

/** Results as JSON, made beforehand. */
const byHeight = blocks.map(({ block }) => Buffer.from(`{"block":"${block}","encoding":"hex"}`));
const containers = blocks.map(
  ({ containerId, container, timestamp }, index) =>
    `{"id":"${containerId}","bytes":"${container}","timestamp":"${timestamp}","encoding":"hex","index":"${index}"}`,
);

interface Call {
  id: number;
  method: string;
  params: { height?: number; startIndex?: number; numToFetch?: number };
}

function answerOf({ method, params }: Call): Buffer | string | undefined {
  switch (method) {
    case "platform.getBlockByHeight":
      return byHeight[Number(params.height) - 1];
    case "platform.getHeight":
      return `{"height":"${blocks.length}"}`;
    case "index.getLastAccepted":
      return containers.at(-1);
    case "index.getContainerRange": {
      const from = Number(params.startIndex);
      const found = containers.slice(from, from + Number(params.numToFetch));
      return `{"containers":[${found.join(",")}]}`;
    }
  }
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    if (how !== "index" && request.url?.startsWith("/ext/index")) return response.writeHead(404).end();
    const call = JSON.parse(Buffer.concat(chunks).toString()) as Call;
    const result = answerOf(call);
    const body = Buffer.concat(
      result === undefined
        ? [Buffer.from('{"jsonrpc":"2.0","error":{"code":-32000,"message":"not found"},"id":1}')]
        : [Buffer.from('{"jsonrpc":"2.0","result":'), Buffer.from(result), Buffer.from(`,"id":${call.id}}`)],
    );
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
    response.end(body);
  });
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : undefined });
});
process.on("disconnect", () => process.exit(0));
