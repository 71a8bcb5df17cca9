import type * as contract from "../../contract/firn/search";
import type { Handler } from "../handler";
import { readAddressText, readHeight, readHexAddress, readId, readNodeIdText } from "./search-readings";
import { readOnEvm } from "./search-readings-evm";

/** Each reader gives the matches of a text, none when the text does not have its form. Existing matches come first. */
const READERS = [readHeight, readId, readAddressText, readNodeIdText, readHexAddress];

export const search: Handler<typeof contract.search> = async ({ query, read, readEvm, evmChains }) => {
  const onEvm = await readOnEvm(query.q, { readEvm, evmChains });
  return read(async (context) => {
    const readings = onEvm.filter(({ found }) => found === "yes");
    for (const reader of READERS) readings.push(...(await reader(query.q, context)));
    readings.push(...onEvm.filter(({ found }) => found !== "yes"));
    if (readings.length === 0)
      readings.push({
        reading: "Text",
        kind: "none",
        found: "impossible",
        detail: "Not a height, an id in cb58 or hex, an address or a NodeID",
      });
    readings.sort((a, b) => Number(b.found === "yes") - Number(a.found === "yes"));
    return { q: query.q, readings: withoutRepeats(readings) };
  });
};

/** Several readers may find the same account. It has one page. */
function withoutRepeats(readings: readonly contract.SearchReading[]): contract.SearchReading[] {
  return readings.filter(
    ({ href }, at) => href === undefined || readings.findIndex((other) => other.href === href) === at,
  );
}
