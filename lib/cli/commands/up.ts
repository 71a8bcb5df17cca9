import { ConfigError } from "../../errors";

/** `firn up` is run by start.mjs, its supervisor; the bundled program cannot supervise itself. */
export async function run(): Promise<void> {
  throw new ConfigError("CONFIG_INVALID", "firn up was called without its supervisor", {
    hint: "run firn up",
  });
}
