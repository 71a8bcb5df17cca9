import { cache } from "react";
import { api } from "@/app/server";
import { type SearchReading, search } from "@/lib/contract/firn/search";
import { FirnError } from "@/lib/errors";

/** What a text could be, asked once per request; an error as a value, for the page to say. */
export const readReadings: (q: string) => Promise<SearchReading[] | FirnError> = cache(async (q) => {
  try {
    const { readings } = await api().get(search, { params: {}, query: { q } });
    return readings;
  } catch (error) {
    if (error instanceof FirnError) return error;
    throw error;
  }
});
