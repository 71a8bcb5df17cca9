import { cache } from "react";
import { api, settle } from "@/app/server";
import { type SearchReading, search } from "@/lib/contract/firn/search";
import type { FirnError } from "@/lib/errors";

/** What a text could be, asked once per request; an error as a value, for the page to say. */
export const readReadings: (q: string) => Promise<SearchReading[] | FirnError> = cache((q) =>
  settle(
    api()
      .get(search, { params: {}, query: { q } })
      .then(({ readings }) => readings),
  ),
);
