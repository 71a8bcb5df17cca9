import { Cursor, Writer } from "../../avalanche/codec/cursor";
import type { StoredContainer } from "../../store/rows/container-run";
import type { ReadBatch } from "./container-feed";

/** Serializes containers for another thread, to which bytes are transferred for free. The format is never stored. */
export function packContainers({ containers, readMs, signedMs }: ReadBatch): Uint8Array<ArrayBuffer> {
  const size = containers.reduce((sum, { bytes }) => sum + bytes.length + MOST_BESIDE, MOST_BESIDE);
  const writer = new Writer(size);
  writer.f64(readMs);
  writer.f64(signedMs ?? UNSIGNED);
  writer.u32(containers.length);
  for (const { index, containerId, bytes, acceptedAtNs } of containers) {
    writer.f64(index);
    writer.put(containerId);
    writer.u8(acceptedAtNs === undefined ? 0 : 1);
    if (acceptedAtNs !== undefined) writer.u64(acceptedAtNs);
    writer.u32(bytes.length);
    writer.put(bytes);
  }
  return writer.finish();
}

/** The inverse of `packContainers`. Bytes are views of the input. */
export function unpackContainers(pack: Uint8Array): ReadBatch {
  const cursor = new Cursor(pack);
  const readMs = cursor.f64();
  const signedMs = cursor.f64();
  const containers: StoredContainer[] = [];
  for (let left = cursor.u32(); left > 0; left--) {
    containers.push({
      index: cursor.f64(),
      containerId: cursor.subarray(ID_LENGTH),
      acceptedAtNs: cursor.u8() === 1 ? cursor.u64() : undefined,
      bytes: cursor.subarray(cursor.u32()),
    });
  }
  return { containers, readMs, signedMs: signedMs === UNSIGNED ? undefined : signedMs };
}

const ID_LENGTH = 32;
/** What is packed beside the bytes of a container, or before all of them, at most. */
const MOST_BESIDE = 64;
/** In place of the time that verifying signatures took. */
const UNSIGNED = -1;
