import type { FirnContainer } from "@/lib/contract/firn/containers";

/** Page of the block inside a container; a vertex, whose height others share, stands under its id. */
export function blockPath({
  chain,
  stream,
  height,
  containerId,
}: Pick<FirnContainer, "chain" | "stream" | "height" | "containerId">): string {
  return `/${chain}/block/${stream === "X/vtx" ? containerId : height}`;
}
