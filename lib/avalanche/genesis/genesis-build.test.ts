import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "lossless-json";
import { describe, expect, it } from "vitest";
import { sha256 } from "#sha256";
import { openRecording } from "../../devnet/recording";
import { fromHex, toHex } from "../codec/bytes";
import { formatId } from "../ids";
import { genesisBlock } from "./genesis";
import { buildGenesis, findGenesis } from "./genesis-build";
import { readGenesisConfig } from "./genesis-config";
import { localGenesisConfig } from "./genesis-local";

/** The node's public configurations. Not ours to bundle, so they are read from beside the repository. */
const PUBLIC = fileURLToPath(new URL("../../../../shared/vectors/genesis/", import.meta.url));

const exactly = (text: string) => parse(text, undefined, (digits) => BigInt(digits));

function read(name: string): Record<string, unknown> {
  return exactly(readFileSync(PUBLIC + name, "utf8")) as Record<string, unknown>;
}

describe("genesis bytes", () => {
  it.each(["custom-network", "local-network"])("of %s equal the node's", async (name) => {
    const { genesis } = await openRecording(name);
    const { genesisBytes } = JSON.parse(genesis.platform) as { genesisBytes: string };
    expect(toHex(buildGenesis(readGenesisConfig(exactly(genesis.configuration))))).toBe(genesisBytes);
  });

  it("of the built-in local network are found by the first block's parent, whenever the node first ran", async () => {
    const { genesis } = await openRecording("local-network");
    const known = JSON.parse(genesis.platform) as { genesisBytes: string; timestamp: number };
    const { blockId: parentId } = genesisBlock(fromHex(known.genesisBytes));
    const config = localGenesisConfig();
    const latest = BigInt(known.timestamp);
    expect(latest - config.startTime).toBe(3n * 270n * 86_400n);
    expect(findGenesis(config, { parentId, latest })).toEqual(fromHex(known.genesisBytes));
    expect(findGenesis(config, { parentId, latest: latest - 1n })).toBeUndefined();
  });

  it("of other networks belong to the configured start, or are not found", async () => {
    const { genesis } = await openRecording("custom-network");
    const known = JSON.parse(genesis.platform) as { genesisBytes: string };
    const { blockId: parentId } = genesisBlock(fromHex(known.genesisBytes));
    const config = readGenesisConfig(exactly(genesis.configuration));
    const latest = config.startTime + 1_000n * 86_400n;
    expect(findGenesis(config, { parentId, latest })).toEqual(fromHex(known.genesisBytes));
    expect(findGenesis({ ...config, message: "another" }, { parentId, latest })).toBeUndefined();
  });
});

describe.skipIf(!existsSync(PUBLIC))(
  "genesis bytes of public networks (skipped where ../shared is absent)",
  () => {
    it.each(["mainnet", "fuji"])("of %s equal the node's", (name) => {
      const bytes = buildGenesis(readGenesisConfig(read(`config/genesis_${name}.json`)));
      const known = read(`${name}.json`);
      expect(BigInt(bytes.length)).toBe(known.genesisBytesLength);
      expect(formatId(sha256(bytes))).toBe(known.genesisBytesSHA256AsID);
    });
  },
);
