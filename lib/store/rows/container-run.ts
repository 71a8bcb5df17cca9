import { promisify } from "node:util";
import { deflateRaw, inflateRawSync } from "node:zlib";
import { DataError } from "../../errors";
import type { ContainerRunTable } from "../tables/bookkeeping";
import { packBytes } from "./columns";

/** A container as the node accepted it. */
export interface StoredContainer {
  index: number;
  /** 32 bytes. */
  containerId: Uint8Array;
  bytes: Uint8Array;
  /** Unix nanoseconds, the node's clock; undefined for a block that was read by height. */
  acceptedAtNs: bigint | undefined;
}

/** Raw bytes in a packed run. A larger container is a run of its own. */
export const RUN_BYTES = 65_536;

const ID_LENGTH = 32;
/** Time of a container that nobody gave. */
const NOT_SAID = 0n;

/** Splits consecutive containers into runs of at most `RUN_BYTES`. */
export function splitRuns(containers: readonly StoredContainer[]): StoredContainer[][] {
  const runs: StoredContainer[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const container of containers) {
    if (size + container.bytes.length > RUN_BYTES) {
      runs.push([]);
      size = 0;
    }
    runs.at(-1)?.push(container);
    size += container.bytes.length;
  }
  return runs;
}

const deflate = promisify(deflateRaw);

/** The row of a run of one or more consecutive containers. Another thread compresses them. */
export async function encodeRun(
  stream: string,
  containers: readonly StoredContainer[],
): Promise<ContainerRunTable> {
  const lengths = new DataView(new ArrayBuffer(4 * containers.length));
  const times = new DataView(new ArrayBuffer(8 * containers.length));
  for (const [i, container] of containers.entries()) {
    lengths.setUint32(4 * i, container.bytes.length);
    times.setBigUint64(8 * i, container.acceptedAtNs ?? NOT_SAID);
  }
  return {
    stream,
    first_index: containers[0]?.index ?? 0,
    count: containers.length,
    bytes: await deflate(packBytes(containers.map(({ bytes }) => bytes))),
    lengths: new Uint8Array(lengths.buffer),
    ids: packBytes(containers.map(({ containerId }) => containerId)),
    accepted_at_ns: new Uint8Array(times.buffer),
  };
}

/**
 * The inverse of `encodeRun`, for the containers that `isWanted` selects.
 * @throws DataError BYTES_INVALID when the run's columns contradict each other
 */
export function decodeRun(
  run: ContainerRunTable,
  isWanted: (index: number) => boolean = () => true,
): StoredContainer[] {
  const bytes = inflate(run);
  const lengths = viewOf(run.lengths);
  const times = viewOf(run.accepted_at_ns);
  const containers: StoredContainer[] = [];
  let end = 0;
  for (let i = 0; i < run.count; i++) {
    const start = end;
    end += lengths.getUint32(4 * i);
    const index = run.first_index + i;
    if (!isWanted(index)) continue;
    const acceptedAtNs = times.getBigUint64(8 * i);
    containers.push({
      index,
      containerId: run.ids.slice(ID_LENGTH * i, ID_LENGTH * (i + 1)),
      bytes: bytes.subarray(start, end),
      acceptedAtNs: acceptedAtNs === NOT_SAID ? undefined : acceptedAtNs,
    });
  }
  return containers;
}

/** Length of a run's containers, without inflating them. */
export function sizeOfRun(run: ContainerRunTable): number {
  const lengths = viewOf(run.lengths);
  let size = 0;
  for (let i = 0; i < run.count; i++) size += lengths.getUint32(4 * i);
  return size;
}

/** The containers' bytes, checked against the run's lengths, ids and times. */
function inflate(run: ContainerRunTable): Uint8Array {
  const { stream, first_index, count, ids, lengths, accepted_at_ns } = run;
  const widths = {
    ids: ids.length / ID_LENGTH,
    lengths: lengths.length / 4,
    times: accepted_at_ns.length / 8,
  };
  const where = `run ${first_index} of ${stream}`;
  for (const [column, found] of Object.entries(widths)) {
    if (found !== count) {
      throw new DataError("BYTES_INVALID", `${where} has ${found} ${column} for ${count} containers`);
    }
  }
  let bytes: Uint8Array;
  try {
    const { buffer, byteOffset, byteLength } = inflateRawSync(run.bytes);
    bytes = new Uint8Array(buffer, byteOffset, byteLength);
  } catch (cause) {
    throw new DataError("BYTES_INVALID", `${where} has bytes that can't be inflated`, { cause });
  }
  if (bytes.length === sizeOfRun(run)) return bytes;
  const message = `${where} has ${bytes.length} bytes where its lengths add up to ${sizeOfRun(run)}`;
  throw new DataError("BYTES_INVALID", message);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
