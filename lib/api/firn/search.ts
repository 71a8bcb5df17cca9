import type * as contract from "../../contract/firn/search";
import type { Handler } from "../handler";
import { readAddressText, readHeight, readHexAddress, readId, readNodeIdText } from "./readings";

/** Each reader says what the text is to it: nothing when it has not its form. What exists comes first. */
const READERS = [readHeight, readId, readAddressText, readNodeIdText, readHexAddress];

export const search: Handler<typeof contract.search> = ({ query, read }) =>
  read(async (context) => {
    const readings: contract.SearchReading[] = [];
    for (const reader of READERS) readings.push(...(await reader(query.q, context)));
    if (readings.length === 0)
      readings.push({
        reading: "Text",
        kind: "none",
        found: "impossible",
        detail: "Not a height, an id in cb58 or hex, an address or a NodeID",
      });
    readings.sort((a, b) => Number(b.found === "yes") - Number(a.found === "yes"));
    return { q: query.q, readings };
  });
