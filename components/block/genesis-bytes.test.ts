import { expect, test } from "vitest";
import { cGenesisBlock } from "@/lib/avalanche/c/genesis";
import { headerBytes } from "@/lib/avalanche/c/header-hash";
import { fromHex, toHex } from "@/lib/avalanche/codec/bytes";
import { decodeGenesis } from "@/lib/avalanche/genesis/genesis";
import { formatId } from "@/lib/avalanche/ids";
import { xGenesisBlock } from "@/lib/avalanche/x/genesis";
import { openRecording } from "@/lib/devnet/recording";
import { genesisBytes } from "./genesis-bytes";

test("block 0 is built from its genesis, and only bytes with its id are shown", async () => {
  const { genesis, evm } = await openRecording("custom-network");
  const { block, chains } = decodeGenesis(fromHex(JSON.parse(genesis.platform).genesisBytes));
  const of = ({ blockId, parentId }: { blockId: Uint8Array; parentId: Uint8Array }, time = 0) => ({
    hash: formatId(blockId),
    parentHash: formatId(parentId),
    time,
  });
  expect(genesisBytes("p", of(block), {})).toEqual(block.bytes);
  expect(genesisBytes("p", of({ ...block, parentId: block.blockId }), {})).toBeUndefined();

  const xChainId = new Uint8Array(32).fill(7);
  const x = xGenesisBlock(xChainId, 1_600_000_000n);
  expect(genesisBytes("x", of(x, 1_600_000_000), { xChainId })).toEqual(x.bytes);
  expect(genesisBytes("x", of(x, 1_600_000_001), { xChainId })).toBeUndefined();
  expect(genesisBytes("x", of(x, 1_600_000_000), {})).toBeUndefined();

  const [, cChain] = chains;
  const data = cChain?.txType === "CreateChainTx" ? cChain.unsigned.genesisData : new Uint8Array();
  const c = cGenesisBlock(data, fromHex(String(evm[0]?.block.hash)));
  const header = headerBytes(c?.bytes ?? new Uint8Array());
  const named = { hash: toHex(c?.blockId ?? header), parentHash: `0x${"00".repeat(32)}`, time: 0 };
  expect(genesisBytes("c", named, { header })).toEqual(c?.bytes);
  expect(genesisBytes("c", named, {})).toBeUndefined();
});
