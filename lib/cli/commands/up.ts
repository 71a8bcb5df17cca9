import { ConfigError } from "../../errors";

/** `firn up` is supervised by start.mjs; the bundled program alone can't be its own supervisor. */
export async function run(): Promise<void> {
  throw new ConfigError("CONFIG_INVALID", "firn up was called without its supervisor", {
    hint: "run npm start",
  });
}
