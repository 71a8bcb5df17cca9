import { toHex } from "../../avalanche/codec/bytes";
import type { ImageType } from "../../contract/firn/nfts";

/** The type of image bytes, by their first bytes; undefined for anything else, such as SVG, HTML and video. */
export function rasterTypeOf(bytes: Uint8Array): ImageType | undefined {
  const head = toHex(bytes.subarray(0, 12)).slice(2);
  return BEGINNINGS.find(([beginning]) => beginning.test(head))?.[1];
}

const BEGINNINGS: readonly [RegExp, ImageType][] = [
  [/^89504e470d0a1a0a/, "image/png"],
  [/^ffd8ff/, "image/jpeg"],
  [/^474946383[79]61/, "image/gif"],
  [/^52494646.{8}57454250/, "image/webp"],
  [/^.{8}66747970617669(?:66|73)/, "image/avif"],
];
