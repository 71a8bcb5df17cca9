import { existsSync, openSync, readFileSync, readSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { type BlockPlace, type ChainShape, writeChain } from "./evm-chain";

/**
 * `node evm-node.mjs FILE SHAPE [--traces]`: the node of a generated chain, with or without a debug API. It is a
 * process of its own, so that its work is not counted as the indexer's. The chain is generated once.
 */
const {
  positionals: [file = "", shapeText = ""],
  values: { traces },
} = parseArgs({ allowPositionals: true, options: { traces: { type: "boolean" } } });
const placesFile = `${file}.places`;
if (!existsSync(placesFile)) {
  writeFileSync(placesFile, JSON.stringify(writeChain(file, JSON.parse(shapeText) as ChainShape)));
}
const places = JSON.parse(readFileSync(placesFile, "utf8")) as BlockPlace[];
const answers = openSync(file, "r");

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Asked | Asked[];
    const parts = [asked]
      .flat()
      .flatMap(({ id, method, params }, i) => [
        Buffer.from(`${i === 0 ? "" : ","}{"jsonrpc":"2.0","id":${id},`),
        ...resultOf(method, params),
        Buffer.from("}"),
      ]);
    if (Array.isArray(asked)) {
      parts.unshift(Buffer.from("["));
      parts.push(Buffer.from("]"));
    }
    const body = Buffer.concat(parts);
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
    response.end(body);
  });
});

interface Asked {
  id: number;
  method: string;
  params: unknown[];
}

const TRACE = "debug_traceBlockByNumber";
const PARTS = ["eth_getBlockByNumber", "eth_getBlockReceipts", TRACE];

function resultOf(method: string, params: unknown[]): Buffer[] {
  if (method === "eth_blockNumber") return [Buffer.from(`"result":"0x${(places.length - 1).toString(16)}"`)];
  if (method === "eth_chainId") return [Buffer.from('"result":"0x1869f"')];
  if (method === TRACE && traces === undefined)
    return [Buffer.from('"error":{"code":-32601,"message":"no"}')];
  if (method === "eth_getBalance") return [Buffer.from('"result":"0xde0b6b3a7640000"')];
  const part = PARTS.indexOf(method);
  const place = places[Number(params[0])];
  if (part < 0) return [Buffer.from('"error":{"code":-32000,"message":"execution reverted"}')];
  if (place === undefined) return [Buffer.from('"result":null')];
  const before = place.lengths.slice(0, part).reduce((sum, length) => sum + length, 0);
  const bytes = Buffer.allocUnsafe(place.lengths[part] ?? 0);
  readSync(answers, bytes, 0, bytes.length, place.at + before);
  return [Buffer.from('"result":'), bytes];
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : undefined });
});
process.on("disconnect", () => process.exit(0));
