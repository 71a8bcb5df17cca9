import { stat } from "node:fs/promises";
import { recordingFromCapture } from "../devnet/capture";
import { writeRecording } from "../devnet/recording";

/**
 * `firn recording FOLDER FILE`: packs a capture of a real node's answers into a recording that the devnet serves.
 * Returns one line that says what is in it.
 * @throws InputError BAD_PARAMETER when FOLDER is no capture
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
