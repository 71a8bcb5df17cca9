import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "lossless-json";
import { describe, expect, it } from "vitest";
import { sha256 } from "#sha256";
import { openRecording } from "../devnet/recording";
import { toHex } from "./bytes";
import { buildGenesis, genesisStarts } from "./genesis-build";
import { readGenesisConfig } from "./genesis-config";
import { localGenesisConfig } from "./genesis-local";
import { formatId } from "./ids";

/** The node's public configurations: not ours to bundle, read where they lie beside the repository. */
const PUBLIC = fileURLToPath(new URL("../../../shared/vectors/genesis/", import.meta.url));

const exactly = (text: string) => parse(text, undefined, (digits) => BigInt(digits));

function read(name: string): Record<string, unknown> {
  return exactly(readFileSync(PUBLIC + name, "utf8")) as Record<string, unknown>;
}

describe("genesis bytes", () => {
  it.each(["custom-network", "local-network"])("of %s are the node's own", async (name) => {
    const { genesis } = await openRecording(name);
    const { genesisBytes } = JSON.parse(genesis.platform) as { genesisBytes: string };
    expect(toHex(buildGenesis(readGenesisConfig(exactly(genesis.configuration))))).toBe(genesisBytes);
  });

  it("of the built-in local network are those of a start the node may have chosen", async () => {
    const { genesis } = await openRecording("local-network");
    const { genesisBytes, timestamp } = JSON.parse(genesis.platform) as {
      genesisBytes: string;
      timestamp: number;
    };
    const config = localGenesisConfig();
    const starts = genesisStarts(config, BigInt(timestamp) + 270n * 86_400n - 1n);
    expect(starts[0]).toBe(BigInt(timestamp));
    expect(starts.at(-1)).toBe(config.startTime);
    expect(toHex(buildGenesis({ ...config, startTime: BigInt(timestamp) }))).toBe(genesisBytes);
    expect(genesisStarts(config, config.startTime - 1n)).toEqual([]);
  });
});

describe.skipIf(!existsSync(PUBLIC))(
  "genesis bytes of public networks (skipped where ../shared is absent)",
  () => {
    it.each(["mainnet", "fuji"])("of %s are the node's own", (name) => {
      const bytes = buildGenesis(readGenesisConfig(read(`config/genesis_${name}.json`)));
      const known = read(`${name}.json`);
      expect(BigInt(bytes.length)).toBe(known.genesisBytesLength);
      expect(formatId(sha256(bytes))).toBe(known.genesisBytesSHA256AsID);
    });
  },
);
