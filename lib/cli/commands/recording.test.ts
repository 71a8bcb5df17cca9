import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { withChecksum } from "../../avalanche/ids";
import { openRecording, writeRecording } from "../../devnet/recording";
import { ConfigError, InputError } from "../../errors";
import { makeRecording } from "./recording";

describe("firn recording", () => {
  it("makes a recording of a capture that has no more than it must, and says what is in it", async () => {
    const { network, genesis, containers, sessions } = await openRecording("local-network");
    const blocks = containers["P/block"].slice(0, 3);
    const captured = blocks.map((block) => ({
      ...block,
      bytes: toHex(withChecksum(fromHex(block.bytes))),
      encoding: "hex",
      index: String(block.index),
    }));
    const folder = await writeFiles({
      "platform/genesis.json": genesis.platform,
      "info/calls.json": JSON.stringify(sessions.find(({ name }) => name === "info")?.exchanges),
      "index/P-block.json": JSON.stringify({ endpoint: "/ext/index/P/block", containers: captured }),
      "keys.json": '{"secret":"0xdeadbeef"}',
    });
    const file = join(folder, "made.json.br");

    expect(await makeRecording(folder, file)).toMatch(
      /made\.json\.br: network 12345, blocks P 3, X 0, C 0, \d+ kB$/,
    );
    const made = await openRecording(file);
    expect(made.network).toEqual(network);
    expect(made.containers["P/block"]).toEqual(blocks);
    expect(JSON.stringify(made)).not.toContain("deadbeef");
  });

  it("refuses a folder that is no capture", async () => {
    const folder = await writeFiles({ "readme.txt": "hello" });
    await expect(makeRecording(folder, join(folder, "made.json.br"))).rejects.toBeInstanceOf(InputError);
  });

  it("refuses a file that can't be written, and a folder in place of a recording, in one sentence", async () => {
    const recording = { ...(await openRecording("local-network")), evm: [], answers: [], sessions: [] };
    const folder = await writeFiles({});
    await expect(writeRecording(join(folder, "none/made.json.br"), recording)).rejects.toBeInstanceOf(
      InputError,
    );
    await expect(writeRecording(folder, recording)).rejects.toThrow(/can't be written \(EISDIR\)/);
    await expect(openRecording(folder)).rejects.toBeInstanceOf(ConfigError);
  });
});

async function writeFiles(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "firn-capture-"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}
