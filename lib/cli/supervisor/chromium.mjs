import { existsSync } from "node:fs";
import { messageOf, Refusal, runQuietly } from "./process.mjs";

/** Chromium without windows first: it draws the same pages with a quarter less of the machine. */
const USUAL_PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * Path of a Chromium for the browser tests: CHROMIUM_PATH, else a usual place, else one installed by apt-get where that
 * is possible (Debian, as root).
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>}
 */
export async function findChromium(env) {
  const given = env.CHROMIUM_PATH;
  if (given !== undefined && given !== "") {
    if (existsSync(given)) return given;
    throw new Refusal(
      `CHROMIUM_PATH is ${given}, which does not exist: set it to a Chromium or Chrome program`,
    );
  }
  const found = USUAL_PLACES.find((path) => existsSync(path));
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    throw new Refusal(
      "the browser tests need a Chromium: install one or set CHROMIUM_PATH to it, then run npm test again",
    );
  }
  process.stdout.write("Installing Chromium for the browser tests …\n");
  try {
    await runQuietly("apt-get", ["update"]);
    // An older Debian has no such package.
    return await installPackage("chromium-headless-shell").catch(() => installPackage("chromium"));
  } catch (error) {
    throw new Refusal(
      `Chromium could not be installed by apt-get: set CHROMIUM_PATH to one (${messageOf(error)})`,
    );
  }
}

/** @param {string} name */
async function installPackage(name) {
  await runQuietly("apt-get", ["install", "-y", "--no-install-recommends", name]);
  return `/usr/bin/${name}`;
}
