import { stat } from "node:fs/promises";
import { recordingFromCapture } from "../../devnet/capture/capture";
import { writeRecording } from "../../devnet/recording";
import { InputError } from "../../errors";
import { parseArgs } from "../args";

/** `firn recording FOLDER FILE`: see `makeRecording`. */
export async function run(args: string[]): Promise<void> {
  const [folder, file, ...more] = parseArgs(args, {}).rest;
  if (folder === undefined || file === undefined || more.length > 0) {
    throw new InputError("BAD_PARAMETER", "a recording needs a folder and a file", {
      hint: "npm run recording -- FOLDER FILE",
    });
  }
  process.stdout.write(`${await makeRecording(folder, file)}\n`);
}

/**
 * Packs a capture of a real node's answers into a recording for the recorded node. Returns one line about its content.
 * @throws InputError BAD_PARAMETER when FOLDER is not a capture
 */
export async function makeRecording(folder: string, file: string): Promise<string> {
  const recording = await recordingFromCapture(folder);
  await writeRecording(file, recording);
  const { containers, network } = recording;
  const blocks = (["P/block", "X/block", "C/block"] as const).map(
    (name) => `${name[0]} ${containers[name].length}`,
  );
  const kilobytes = Math.ceil((await stat(file)).size / 1024);
  return `${file}: network ${network.networkId}, blocks ${blocks.join(", ")}, ${kilobytes} kB`;
}
