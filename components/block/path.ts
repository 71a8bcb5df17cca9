import type { FirnContainer } from "@/lib/contract/firn/containers";
import { hrefTo } from "@/lib/contract/pages";

type Placed = Pick<FirnContainer, "chain" | "stream" | "height" | "containerId">;

/** The block in a container as addresses name it: a vertex by its id, because heights of vertices are not unique. */
export function blockAddress({ chain, stream, height, containerId }: Placed) {
  return { chain, id: stream === "X/vtx" ? containerId : height };
}

/** Page of the block in a container. */
export function blockPath(container: Placed): string {
  return hrefTo("block", blockAddress(container));
}
