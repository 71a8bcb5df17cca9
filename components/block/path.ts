import type { FirnContainer } from "@/lib/contract/firn/containers";
import { hrefTo } from "@/lib/contract/pages";

/** Page of the block in a container. A vertex is named by its id, because heights of vertices are not unique. */
export function blockPath({
  chain,
  stream,
  height,
  containerId,
}: Pick<FirnContainer, "chain" | "stream" | "height" | "containerId">): string {
  return hrefTo("block", { chain, id: stream === "X/vtx" ? containerId : height });
}
