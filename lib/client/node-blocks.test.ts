import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromHex, toHex } from "../avalanche/codec/bytes";
import { decodeContainer } from "../avalanche/proposer/proposervm";
import { openRecording, type Recording } from "../devnet/recording";
import { type Devnet, serveDevnet } from "../devnet/serve";
import { openNode } from "./node";

const CHAINS = ["P", "X", "C"] as const;

describe.each(["local-network", "custom-network"] as const)("blocks of %s by height", (name) => {
  let recording: Recording;
  let devnet: Devnet;

  beforeAll(async () => {
    recording = await openRecording(name);
    devnet = await serveDevnet({ recording, port: 0, indexEnabled: false, nodeForm: "avalanchego" });
  });
  afterAll(() => devnet.close());

  it.each(CHAINS)("of %s are those inside the index's containers, byte by byte", async (chain) => {
    const containers = recording.containers[`${chain}/block`];
    const inner = containers.map(
      ({ bytes }) => decodeContainer(fromHex(bytes), chain.toLowerCase() as "p" | "x" | "c").inner,
    );
    const node = openNode(devnet.url);
    expect(await node.getHeight(chain)).toBe(containers.length);
    const blocks = await node.getBlocks(chain, 1, containers.length);
    expect(blocks.map(({ bytes }) => toHex(bytes))).toEqual(inner.map(toHex));
    for (const { blockId, bytes } of blocks)
      expect(toHex(decodeContainer(bytes, chain.toLowerCase() as "p" | "x" | "c").containerId)).toBe(
        toHex(blockId),
      );
  });

  it.each(CHAINS)("of %s end where the chain does", async (chain) => {
    const node = openNode(devnet.url);
    const last = recording.containers[`${chain}/block`].length;
    expect(await node.getBlocks(chain, last, 50)).toHaveLength(1);
    expect(await node.getBlocks(chain, last + 1, 50)).toEqual([]);
  });
});
