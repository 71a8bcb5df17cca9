import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openRecording } from "../../devnet/recording";
import { fromHex, toHex } from "../codec/bytes";
import { decodeGenesis } from "../genesis/genesis";
import { decodeContainer } from "../proposer/proposervm";
import { decodeCBlock } from "./block";
import { cGenesisBlock } from "./genesis";

describe.each(["custom-network", "local-network"])("the C-Chain genesis of %s", async (name) => {
  const { genesis, containers, evm } = await openRecording(name);
  const [, cChain] = decodeGenesis(fromHex(JSON.parse(genesis.platform).genesisBytes)).chains;
  const data = cChain?.txType === "CreateChainTx" ? cChain.unsigned.genesisData : new Uint8Array();
  const first = decodeContainer(fromHex(containers["C/block"][0]?.bytes ?? ""), "c");
  const { parentHash } = decodeCBlock(first.inner).header;

  test("gives the block 0 that the first indexed block names as its parent, as the node has it", () => {
    const block = cGenesisBlock(data, parentHash);
    const said = evm[0]?.block;
    expect(block && toHex(block.blockId)).toBe(said?.hash);
    expect(block && toHex(block.header.stateRoot)).toBe(said?.stateRoot);
    expect(block?.bytes.length).toBe(Number(said?.size));
  });

  test("gives no other block", () => {
    expect(cGenesisBlock(data, new Uint8Array(32))).toBeUndefined();
    expect(cGenesisBlock(fromHex("0x00"), parentHash)).toBeUndefined();
  });
});

/** The node's public configurations. Not ours to bundle, so they are read from beside the repository. */
const PUBLIC = fileURLToPath(new URL("../../../../shared/vectors/genesis/config/", import.meta.url));

describe.skipIf(!existsSync(PUBLIC))(
  "the C-Chain genesis of public networks (skipped where ../shared is absent)",
  () => {
    test.each(["mainnet", "fuji"])("of %s gives the well-known block 0", (name) => {
      const text = readFileSync(`${PUBLIC}genesis_${name}.json`, "utf8");
      const { cChainGenesis } = JSON.parse(text) as { cChainGenesis: string };
      const known = fromHex("0x31ced5b9beb7f8782b014660da0cb18cc409f121f408186886e1ca3e8eeca96b");
      expect(cGenesisBlock(new TextEncoder().encode(cChainGenesis), known)?.header.timestamp).toBe(0n);
    });
  },
);
