import { api, settle } from "@/app/server";
import { findContainers, type IndexedContainer, parseContainerName } from "@/lib/contract/firn/indexes";
import { INDEX_NAMES } from "@/lib/contract/node/index";
import type { SearchParams } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

/** What the address asks the node's indexes for. */
export interface Look {
  /** As written; empty when nothing is asked. */
  asked: string;
  /** Why it is neither a number nor an id. */
  misread: string | undefined;
  /** Absent when nothing is asked, or it can't be read. */
  found: readonly IndexedContainer[] | FirnError | undefined;
}

/** Longer texts are no container's name. */
const MAX_LENGTH = 200;

/** `?look=` names a container by number or id, `&in=` one index; an unknown one is none. */
export async function readLook(search: SearchParams): Promise<Look> {
  const { look, in: index } = search;
  const asked = (typeof look === "string" ? look : "").trim().slice(0, MAX_LENGTH);
  if (asked === "") return { asked, misread: undefined, found: undefined };
  try {
    parseContainerName(asked);
  } catch (error) {
    if (!(error instanceof FirnError)) throw error;
    const misread =
      "Neither a number nor an id with a right checksum: write a number like 110, or an id in cb58 or 0x and 64 hex digits.";
    return { asked, misread, found: undefined };
  }
  const query = { index: INDEX_NAMES.find((name) => name === index) };
  const answer = await settle(api().get(findContainers, { params: { container: asked }, query }));
  return { asked, misread: undefined, found: answer instanceof FirnError ? answer : answer.containers };
}
