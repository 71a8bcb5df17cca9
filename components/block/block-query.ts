import { type RawView, readRawView } from "@/components/hex/raw-view";
import { type ListPosition, queryOfPosition, readListPosition } from "@/components/list/position";
import type { PageQuery } from "@/lib/contract/pages";

interface BlockQuery {
  raw: RawView;
  position: ListPosition;
}

/** The query of a block's page: the view of its bytes, and where one of its lists starts. */
export const BLOCK_QUERY: PageQuery<"block", BlockQuery, Partial<BlockQuery>> = {
  read: ({ raw, ...position }) => ({ raw: readRawView(raw), position: readListPosition(position) }),
  write: ({ raw = "annotated", position }) => ({
    raw: raw === "annotated" ? undefined : raw,
    ...(position && queryOfPosition(position)),
  }),
};
