import { spawn } from "node:child_process";
import { once } from "node:events";
import { readUnfinished } from "../e2e/firn";
import { openPlace, type Place, untilReady } from "../e2e/processes";

/** A Firn of its own beside a recorded node, whose blocks are all indexed; `askApi` of the browser tests asks it. */
export async function startRecordedFirn(): Promise<Place & { stop(): Promise<void> }> {
  const place = await openPlace();
  process.env.FIRN_API_PORT = place.env.FIRN_API_PORT;
  const firn = spawn(
    process.execPath,
    ["lib/cli/start.mjs", "up", "--recording", "custom-network", "--start-at", "100"],
    { env: place.env, stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = once(firn, "exit");
  await untilReady(firn.stdout);
  while ((await readUnfinished()).length > 0) await new Promise((resolve) => setTimeout(resolve, 500));
  const stop = async () => {
    firn.kill("SIGTERM");
    await ended;
    place.remove();
  };
  return { ...place, stop };
}
