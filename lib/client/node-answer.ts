import { fromHex } from "../avalanche/codec/bytes";
import { splitChecksum } from "../avalanche/ids";
import { NodeError } from "../errors";
import { rpcMessageOf } from "./rpc";

/** The node's message for what does not exist. */
export const NOT_FOUND = /(^|: )not found$/;

/** Returns `fallback` if the node only says that something does not exist; rethrows any other error. */
export function absent<T>(error: unknown, words: RegExp, fallback: T): T {
  if (words.test(rpcMessageOf(error) ?? "")) return fallback;
  throw error;
}

/** Bytes of a block that was asked for in hex. */
export function readBlock(answer: { block: unknown }): Uint8Array {
  return readHashed(answer).payload;
}

/** The same, with their sha256. */
export function readHashed({ block }: { block: unknown }): { payload: Uint8Array; hash: Uint8Array } {
  return readText(() => splitChecksum(fromHex(String(block))), "block");
}

/** Parses text of the node. Malformed text is the node's fault, not the caller's. */
export function readText<T>(parse: () => T, what: string): T {
  try {
    return parse();
  } catch (cause) {
    throw new NodeError("NODE_BAD_ANSWER", `the node gave a malformed ${what}`, { cause });
  }
}
