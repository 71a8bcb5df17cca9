import type { IndexedContainer } from "@/lib/contract/firn/indexes";
import { hrefTo } from "@/lib/contract/pages";

/** Page of what a container holds; undefined until Firn has indexed it. */
export function foundPath({ index, containerId, height, isStored }: IndexedContainer): string | undefined {
  if (!isStored) return undefined;
  if (index === "X/tx") return hrefTo("tx", { chain: "x", id: containerId });
  if (index === "X/vtx") return hrefTo("block", { chain: "x", id: containerId });
  return height === undefined
    ? undefined
    : hrefTo("block", { chain: index.charAt(0).toLowerCase(), id: height });
}

/** What a container of an index holds, as a word before its height. */
export function labelOf(index: IndexedContainer["index"]): string {
  const chain = `${index.charAt(0)}-Chain`;
  if (index === "X/tx") return `${chain} transaction`;
  return index === "X/vtx" ? `${chain} vertex` : `${chain} block`;
}

/** Address of one container on this page. */
export function lookPath(asked: string | number, index?: IndexedContainer["index"], raw?: string): string {
  return `${hrefTo("index", {}, { look: asked, in: index, raw })}#container`;
}
