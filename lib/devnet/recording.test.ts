import { existsSync } from "node:fs";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ConfigError, InputError } from "../errors";
import { recordingFromCapture } from "./capture/capture";
import { decodeRecording, openRecording, writeRecording } from "./recording";

const CAPTURES = fileURLToPath(new URL("../../../shared/vectors/", import.meta.url));
const NAMES = ["custom-network", "local-network", "l1-network"];

describe("bundled recordings", () => {
  it.skipIf(!existsSync(CAPTURES)).each(NAMES)(
    "%s is what the command makes of its capture",
    async (name) => {
      expect(await openRecording(name)).toEqual(await recordingFromCapture(join(CAPTURES, name)));
    },
  );

  it.each([
    ["custom-network", 54321, { "P/block": 110, "X/block": 62, "C/block": 202, "X/tx": 0, "X/vtx": 0 }],
    ["local-network", 12345, { "P/block": 86, "X/block": 52, "C/block": 170, "X/tx": 0, "X/vtx": 0 }],
    ["l1-network", 54177, { "P/block": 18, "X/block": 4, "C/block": 132, "X/tx": 0, "X/vtx": 0 }],
  ])("%s holds every container of the capture, numbered without gaps", async (name, networkId, counts) => {
    const { network, containers, evm } = await openRecording(name);
    expect(network.networkId).toBe(networkId);
    for (const [index, count] of Object.entries(counts)) {
      const list = containers[index as keyof typeof containers];
      expect(list.map((container) => container.index)).toEqual([...Array(count).keys()]);
    }
    expect(evm.map(({ block }) => Number(block.number))).toEqual([...Array(counts["C/block"] + 1).keys()]);
  });
});

describe("a recording file", () => {
  it("survives writing and opening by path", async () => {
    const recording = await openRecording("local-network");
    const small = { ...recording, evm: [], sessions: [], answers: recording.answers.slice(0, 3) };
    const file = join(await mkdtemp(join(tmpdir(), "firn-")), "small.json.br");
    await writeRecording(file, small);
    expect(await openRecording(file)).toEqual(small);
  });

  it("that does not exist is refused, with the names of the bundled ones", async () => {
    const error = await openRecording("nope").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({
      message: 'there is no recording "nope"',
      hint: expect.stringContaining("custom-network, l1-network, local-network"),
    });
  });

  it.each([
    ["text", Buffer.from("hello"), "not compressed as recordings are"],
    ["nothing", Buffer.alloc(0), "not compressed as recordings are"],
    ["compressed text", brotliCompressSync("hello"), "not JSON inside"],
    ["another JSON document", brotliCompressSync('{"format":"x"}'), "format: "],
  ])("of %s is refused in one sentence", async (_what, bytes, reason) => {
    const error = await decodeRecording(bytes, "x.json.br").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message).toContain(`x.json.br is not a Firn recording (${reason}`);
    expect((error as ConfigError).message).not.toContain("\n");
  });
});

describe("a capture folder", () => {
  it("without the files that identify its network is refused by name", async () => {
    const folder = await mkdtemp(join(tmpdir(), "firn-"));
    await expect(recordingFromCapture(folder)).rejects.toThrow(`${folder} has no platform/genesis.json`);
    await expect(recordingFromCapture(folder)).rejects.toBeInstanceOf(InputError);
  });

  it("with a broken file is refused by the file's name", async () => {
    const folder = await mkdtemp(join(tmpdir(), "firn-"));
    await mkdir(join(folder, "platform"));
    await writeFile(join(folder, "platform/genesis.json"), "{");
    await expect(recordingFromCapture(folder)).rejects.toThrow(
      /platform\/genesis\.json is not a file of a capture/,
    );
  });
});
