import { describe, expect, it, onTestFinished } from "vitest";
import { atomicTxs } from "../avalanche/c/atomic";
import { decodeCBlock } from "../avalanche/c/block";
import { fromHex, toHex } from "../avalanche/codec/bytes";
import { encode } from "../avalanche/codec/layout";
import { decodeContainer } from "../avalanche/proposer/proposervm";
import { INDEX_NAMES } from "../contract/node/index";
import { parseLossless, stringifyLossless } from "../contract/rpc";
import { openRecording } from "./recording";
import { type Devnet, serveDevnet } from "./serve";

/** Blocks by height from a node without its index: the same bytes as the real node's index has. */
describe.each(["custom-network", "local-network", "l1-network"])("%s without an index", async (name) => {
  const recording = await openRecording(name);

  async function serve(): Promise<Devnet> {
    const devnet = await serveDevnet({ recording, port: 0, indexEnabled: false, nodeForm: "avalanchego" });
    onTestFinished(() => devnet.close());
    return devnet;
  }

  it("answers nothing below /ext/index", async () => {
    const { url } = await serve();
    for (const index of INDEX_NAMES) {
      const response = await fetch(`${url}/ext/index/${index}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted","params":{}}',
      });
      expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
        404,
        "text/plain; charset=utf-8",
        "404 page not found\n",
      ]);
    }
  });

  it.each([
    ["P", "platform"],
    ["X", "avm"],
  ] as const)("has each %s-Chain block by height and by id, in hex and json", async (chain, service) => {
    const devnet = await serve();
    const ask = (method: string, params: object) => call(devnet, `/ext/bc/${chain}`, method, params);
    const containers = recording.containers[`${chain}/block`];
    for (const [at, { bytes }] of containers.entries()) {
      const inner = toHex(decodeContainer(fromHex(bytes), chain === "P" ? "p" : "x").inner);
      const height = at + 1;
      const byHeight = await ask(`${service}.getBlockByHeight`, { height, encoding: "hexnc" });
      expect(byHeight).toEqual({ result: { block: inner, encoding: "hexnc" } });
      const { result } = await ask(`${service}.getBlockByHeight`, {
        height: String(height),
        encoding: "json",
      });
      const { id } = (result as { block: { id: string } }).block;
      expect(await ask(`${service}.getBlock`, { blockID: id, encoding: "hexnc" })).toEqual(byHeight);
      expect(await ask(`${service}.getBlock`, { blockID: id, encoding: "json" })).toEqual({ result });
    }
    const height = containers.length + 1;
    expect(await ask(`${service}.getBlockByHeight`, { height })).toMatchObject({
      error: { code: -32000, message: `couldn't get block at height ${height}: not found` },
    });
  });

  it("has each C-Chain block with its atomic transactions", async () => {
    const devnet = await serve();
    let atomic = 0;
    for (const [at, { bytes }] of recording.containers["C/block"].entries()) {
      const { inner } = decodeContainer(fromHex(bytes), "c");
      const { atomic: extData, header } = decodeCBlock(inner);
      const { result } = await call(devnet, "/ext/bc/C/rpc", "eth_getBlockByNumber", [
        `0x${(at + 1).toString(16)}`,
        true,
      ]);
      expect(result).toMatchObject({
        blockExtraData: toHex(encode(atomicTxs, extData)),
        extDataHash: toHex(header.extDataHash),
      });
      if (extData.txs.length > 0) atomic++;
    }
    expect(atomic).toBeGreaterThan(0);
  });
});

interface Reply {
  result?: unknown;
  error?: { code: number; message: string };
}

async function call(devnet: Devnet, path: string, method: string, params: unknown): Promise<Reply> {
  const response = await fetch(devnet.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: stringifyLossless({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = parseLossless(await response.text()) as Reply;
  return error === undefined ? { result } : { error };
}
