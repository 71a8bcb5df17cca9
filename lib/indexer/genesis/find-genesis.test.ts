import { beforeAll, expect, test } from "vitest";
import { fromHex } from "../../avalanche/codec/bytes";
import { decodeGenesis } from "../../avalanche/genesis/genesis";
import type { GenesisConfig } from "../../avalanche/genesis/genesis-config";
import { openRecording, type Recording } from "../../devnet/recording";
import { genesisOf, networkOf } from "../../testbed/indexer";
import { genesisOfNode } from "./find-genesis";

let recording: Recording;
let config: GenesisConfig;
let blockId: Uint8Array;
beforeAll(async () => {
  recording = await openRecording("custom-network");
  config = genesisOf(recording.genesis.configuration);
  blockId = decodeGenesis(fromHex(JSON.parse(recording.genesis.platform).genesisBytes)).block.blockId;
});

test("a genesis is accepted only when the node's ids of X, C and AVAX are in it", () => {
  const { networkId, network } = networkOf(recording);
  const search = { blockId, networkId, nowMs: Date.now() };
  expect(genesisOfNode(config, { ...search, network })).toBeDefined();
  for (const name of ["xChainId", "cChainId", "avaxAssetId"] as const) {
    const other = { ...network, [name]: new Uint8Array(32).fill(7) };
    expect(() => genesisOfNode(config, { ...search, network: other }), name).toThrow(
      expect.objectContaining({
        code: "NODE_BAD_ANSWER",
        message: expect.stringContaining("are not those in its genesis"),
      }),
    );
  }
});
