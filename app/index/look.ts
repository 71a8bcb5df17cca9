import { api, toResult } from "@/app/server";
import { findContainers, type IndexedContainer, parseContainerName } from "@/lib/contract/firn/indexes";
import { INDEX_NAMES } from "@/lib/contract/node/index";
import type { SearchOf } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

/** The query for the node's indexes in the address. */
export interface Look {
  /** As written. Empty if there is no query. */
  query: string;
  /** Why it is neither a number nor an id. */
  misread: string | undefined;
  /** Absent without a query, or if it is malformed. */
  found: readonly IndexedContainer[] | FirnError | undefined;
}

/** No container has a longer name. */
const MAX_LENGTH = 200;

/** `?look=` names a container by number or id, `&in=` one index. An unknown index means all. */
export async function readLook(search: SearchOf<"index">): Promise<Look> {
  const { look, in: index } = search;
  const query = (typeof look === "string" ? look : "").trim().slice(0, MAX_LENGTH);
  if (query === "") return { query, misread: undefined, found: undefined };
  try {
    parseContainerName(query);
  } catch (error) {
    if (!(error instanceof FirnError)) throw error;
    const misread =
      "Neither a number nor an id with a valid checksum. Enter a number like 110, an id in cb58, or 0x and 64 hex digits.";
    return { query, misread, found: undefined };
  }
  const answer = await toResult(
    api().get(findContainers, {
      params: { container: query },
      query: { index: INDEX_NAMES.find((name) => name === index) },
    }),
  );
  return {
    query,
    misread: undefined,
    found: answer instanceof FirnError ? answer : answer.containers,
  };
}
