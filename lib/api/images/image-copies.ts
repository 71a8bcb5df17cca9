import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { orNothing, writeWhole } from "../../whole-files";

/** Copies of images in a folder. Several processes may share it, and anyone may empty it. */
export interface ImageCopies {
  /** The copy of the image at a URI, and when it was stored, unix ms. */
  find(uri: string): Promise<{ bytes: Uint8Array; madeAtMs: number } | undefined>;
  /** Replaces the copy atomically. Rejects when the disk fails. */
  keep(uri: string, bytes: Uint8Array): Promise<void>;
}

/** Counted at least per file, so that many small files are bounded too. */
const BLOCK_BYTES = 4096;

/** Opens nothing yet. Above `maxBytes` the oldest copies are deleted. */
export function openImageCopies(folder: string, maxBytes: number): ImageCopies {
  let total: number | undefined;

  const measure = async (): Promise<{ path: string; size: number; madeAtMs: number }[]> => {
    const names = await readdir(folder);
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        const found = await orNothing(stat(path));
        return found && { path, size: sizeOnDisk(found.size), madeAtMs: found.mtimeMs };
      }),
    );
    return files.filter((file) => file !== undefined);
  };

  const makeRoom = async (): Promise<number> => {
    const files = (await measure()).sort((a, b) => a.madeAtMs - b.madeAtMs);
    let left = files.reduce((sum, { size }) => sum + size, 0);
    if (left <= maxBytes) return left;
    for (const { path, size } of files) {
      // Frees some space in advance, as not every new copy should list all files.
      if (left <= maxBytes * 0.75) break;
      await rm(path, { force: true });
      left -= size;
    }
    return left;
  };

  return {
    async find(uri) {
      const path = join(folder, nameOf(uri));
      const [bytes, found] = await Promise.all([orNothing(readFile(path)), orNothing(stat(path))]);
      return bytes && found && { bytes, madeAtMs: found.mtimeMs };
    },
    async keep(uri, bytes) {
      const path = join(folder, nameOf(uri));
      await writeWhole(path, bytes);
      total = total === undefined ? await makeRoom() : total + sizeOnDisk(bytes.length);
      if (total > maxBytes) total = await makeRoom();
    },
  };
}

function nameOf(uri: string): string {
  return createHash("sha256").update(uri).digest("hex");
}

function sizeOnDisk(bytes: number): number {
  return Math.max(bytes, BLOCK_BYTES);
}
