import type { FirnContainer } from "@/lib/contract/firn/containers";
import { hrefTo } from "@/lib/contract/pages";

/** Page of the block inside a container; a vertex, whose height others share, stands under its id. */
export function blockPath({
  chain,
  stream,
  height,
  containerId,
}: Pick<FirnContainer, "chain" | "stream" | "height" | "containerId">): string {
  return hrefTo("block", { chain, id: stream === "X/vtx" ? containerId : height });
}
