import { cache } from "react";
import { api, toResult } from "@/app/server";
import { type SearchReading, search } from "@/lib/contract/firn/search";
import type { FirnError } from "@/lib/errors";

/** Readings of a text, requested once per page. An error is a value, for the page to show. */
export const readReadings: (q: string) => Promise<SearchReading[] | FirnError> = cache((q) =>
  toResult(
    api()
      .get(search, { params: {}, query: { q } })
      .then(({ readings }) => readings),
  ),
);
