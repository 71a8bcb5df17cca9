import type { SearchReading } from "@/lib/contract/firn/search";

/** Id of an option's element, on which the list and the box must agree. */
export function optionId(listId: string, reading: SearchReading): string {
  return `${listId}-${reading.kind}-${reading.href ?? reading.reading}`;
}
