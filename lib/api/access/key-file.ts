import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { readSettingsFile } from "../../client/settings-file";
import { type ApiKey, type ApiKeysFile, apiKeysFile } from "../../contract/api-keys";
import { ConfigError, InputError, StoreError } from "../../errors";

const DAY_MS = 86_400_000;

/**
 * The file of named keys.
 * @throws ConfigError CONFIG_INVALID when it can't be read, or is not `apiKeysFile`
 */
export function readKeyFile(path: string): ApiKeysFile {
  return readSettingsFile(path, apiKeysFile, (what, cause) => fault(path, what, cause));
}

/**
 * Adds a key to the file, or makes the file.
 * @returns the key itself, which nothing keeps
 * @throws InputError BAD_PARAMETER when there is a key of that name
 * @throws ConfigError CONFIG_INVALID as `readKeyFile`
 * @throws StoreError STORE_FAILED when the file can't be written, or another command is at it
 */
export function addKey(path: string, { name, limit, expires, webhooks }: Omit<ApiKey, "sha256">): string {
  const key = `firn_${randomBytes(32).toString("base64url")}`;
  changeKeyFile(path, (keys) => {
    if (keys.some((each) => each.name === name)) {
      throw new InputError("BAD_PARAMETER", `there is a key called ${name}`, {
        hint: `choose another name, or remove it first with firn keys remove ${name}`,
      });
    }
    return [...keys, { name, sha256: hashOf(key), limit, expires, webhooks }];
  });
  return key;
}

/** @throws InputError BAD_PARAMETER when no key has that name; and as `addKey` */
export function removeKey(path: string, name: string): void {
  changeKeyFile(path, (keys) => {
    const left = keys.filter((each) => each.name !== name);
    if (left.length < keys.length) return left;
    throw new InputError("BAD_PARAMETER", `no key is called ${name}`, { hint: "firn keys list shows all" });
  });
}

/** How a key is known: the SHA-256 hash of its text, in hex. */
export function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** First moment after the last day of a key, unix ms. */
export function endOf(expires: string): number {
  return Date.parse(expires) + DAY_MS;
}

/** The new file is made before the old one is read, so that of two commands at once one is refused and none is lost. */
function changeKeyFile(path: string, change: (keys: readonly ApiKey[]) => ApiKey[]): void {
  const fresh = `${path}.new`;
  const written = openFresh(fresh);
  try {
    const keys = change(existsSync(path) ? readKeyFile(path).keys : []);
    writeFileSync(written, `${JSON.stringify({ keys } satisfies ApiKeysFile, undefined, 2)}\n`);
    fsyncSync(written);
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  } finally {
    closeSync(written);
  }
}

function openFresh(path: string): number {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return openSync(path, "wx", 0o600);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    throw new StoreError("STORE_FAILED", `${path} can't be made (${code})`, {
      hint:
        code === "EEXIST"
          ? "another firn keys is at work; if none is, delete that file"
          : "FIRN_API_KEYS must be in a folder that this user may write to",
      cause,
    });
  }
}

function fault(path: string, problem: string, cause?: unknown): ConfigError {
  return new ConfigError("CONFIG_INVALID", `the file of FIRN_API_KEYS, ${path}, ${problem}`, {
    hint: "firn keys add NAME makes it, and keeps it whole",
    cause,
  });
}
