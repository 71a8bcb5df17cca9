import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, extname, resolve } from "node:path";
import { type BrandSettings, brandSettings } from "../contract/brand";
import { ConfigError, describeError } from "../errors";
import { readSettingsFile, stateOf } from "./settings-file";

/** An explorer's own name and looks, with its logo read. */
export interface Brand extends Omit<BrandSettings, "logo"> {
  logo: Logo | undefined;
  /** The one before, for pages that were made with it. */
  logoBefore?: Logo | undefined;
}

export interface Logo {
  file: string;
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  /** Another one for other bytes. */
  version: string;
}

const FIRN: Brand = { name: "Firn", logo: undefined };

const TYPES: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
};
/** A logo is on every page. */
const MOST_BYTES = 200_000;
/** How often the file is looked at. */
const LOOK_MS = 2_000;

/** The file of a brand. @throws ConfigError CONFIG_INVALID when it, or its logo, can't be read or is wrong */
export function readBrand(path: string): Brand {
  const { logo, ...brand } = readSettingsFile(path, brandSettings, (what, cause) => fault(path, what, cause));
  return { ...brand, logo: logo === undefined ? undefined : readLogo(path, resolve(dirname(path), logo)) };
}

/**
 * Follows the file and its logo within seconds, whenever it is asked for. One that can't be used is told once, and what was read before
 * stays.
 * @param path undefined for Firn's own looks
 */
export function openBrand(
  path: string | undefined,
  { nowMs, warn }: { nowMs: () => number; warn: (message: string) => void },
): () => Brand {
  let brand = FIRN;
  let lookedMs = Number.NEGATIVE_INFINITY;
  let state = "";
  const stateOfAll = () => [path, brand.logo?.file].map((file) => file && stateOf(file)).join();
  return () => {
    if (path === undefined || Math.abs(nowMs() - lookedMs) < LOOK_MS) return brand;
    lookedMs = nowMs();
    const found = stateOfAll();
    if (found === state) return brand;
    try {
      const { logo = brand.logoBefore } = brand;
      brand = { ...readBrand(path), logoBefore: logo };
    } catch (error) {
      warn(`${describeError(error)}. Pages look as before.`);
    }
    state = stateOfAll();
    return brand;
  };
}

function readLogo(path: string, file: string): Logo {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    throw fault(path, `names a logo that can't be read (${(cause as NodeJS.ErrnoException).code})`, cause);
  }
  if (bytes.length > MOST_BYTES) throw fault(path, `names a logo of more than ${MOST_BYTES / 1000} kB`);
  return {
    file,
    bytes: new Uint8Array(bytes),
    type: TYPES[extname(file).toLowerCase()] ?? "image/png",
    version: createHash("sha256").update(bytes).digest("hex").slice(0, 12),
  };
}

function fault(path: string, what: string, cause?: unknown): ConfigError {
  return new ConfigError("CONFIG_INVALID", `FIRN_BRAND names ${path}, which ${what}`, {
    hint: "docs/brand.md shows how to write it",
    cause,
  });
}
