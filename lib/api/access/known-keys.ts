import { stateOf } from "../../client/settings-file";
import { describeError } from "../../errors";
import type { Log } from "../../log";
import { endOf, hashOf, readKeyFile } from "./key-file";

/** A key that the operator gave to somebody. */
export interface KnownKey {
  name: string;
  /** Its own limit, units a minute. */
  limit?: number | undefined;
  /** Whether it may manage webhooks, and where those may lead. */
  webhooks?: "public" | "private" | undefined;
  /** First moment at which it is no longer valid, unix ms. */
  endsAtMs?: number | undefined;
}

/** The operator's keys. */
export interface KnownKeys {
  /** Whether there may be any: a Firn without keys accepts whatever a client sends as one. */
  areInUse: boolean;
  find(key: string): KnownKey | undefined;
  close(): void;
}

/** Setting FIRN_API_KEYS: the keys themselves, or the path of a file of named keys (`apiKeysFile`). */
export type ApiKeysSetting = readonly string[] | { file: string };

/** How often the file is looked at. */
const LOOK_MS = 2_000;

/**
 * The keys of the setting; those of a file follow it within seconds. A file that is damaged or away is named in the log,
 * and the last keys stay valid.
 * @throws ConfigError CONFIG_INVALID when the file can't be read at first
 */
export function watchKeys(setting: ApiKeysSetting, log: Pick<Log, "warn">, lookMs = LOOK_MS): KnownKeys {
  if (!("file" in setting)) {
    const keys = new Map(setting.map((key, index) => [hashOf(key), { name: `number ${index + 1}` }]));
    return { areInUse: setting.length > 0, find: (key) => keys.get(hashOf(key)), close: () => {} };
  }
  const { file } = setting;
  // The state first: what changes while the file is read is seen next time.
  let state = stateOf(file);
  let keys = knownKeys(file);
  const look = () => {
    const found = stateOf(file);
    if (found === state) return;
    state = found;
    try {
      keys = knownKeys(file);
    } catch (error) {
      log.warn(`${describeError(error)}. The keys read before stay valid.`);
    }
  };
  const timer = setInterval(look, lookMs);
  timer.unref();
  return { areInUse: true, find: (key) => keys.get(hashOf(key)), close: () => clearInterval(timer) };
}

/** By hash: comparing hashes tells nothing of a key by how long it takes. */
function knownKeys(file: string): Map<string, KnownKey> {
  return new Map(
    readKeyFile(file).keys.map(({ name, sha256, limit, expires, webhooks }) => [
      sha256,
      { name, limit, webhooks, endsAtMs: expires === undefined ? undefined : endOf(expires) },
    ]),
  );
}
