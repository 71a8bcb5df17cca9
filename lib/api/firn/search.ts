import type * as contract from "../../contract/firn/search";
import type { Handler } from "../handler";
import { readAddressText, readHeight, readHexAddress, readId, readNodeIdText } from "./search-readings";
import {
  readAddressBeginning,
  readEvmBeginning,
  readIdBeginning,
  readNodeIdBeginning,
} from "./search-readings-beginnings";
import { readBlockchainName, readChainText } from "./search-readings-chains";
import { readHeightOnL1s, readMistypedAddress, readOnEvm } from "./search-readings-evm";
import { readAssetName, readLabel, readTokenName } from "./search-readings-names";
import { readAtNode, readMessageId } from "./search-readings-node";
import { searchedText } from "./search-words";

/** What a whole text names: empty when the text does not have the form. */
const EXACT = [readHeight, readId, readAddressText, readNodeIdText, readHexAddress];
const BEGINNINGS = [readNodeIdBeginning, readAddressBeginning, readIdBeginning];

/** Readings in order: what a whole text names, names that are the text or begin with it, then ids that do. */
export const search: Handler<typeof contract.search> = async (request) => {
  const { query, read, readEvm, evmChains, service } = request;
  const text = searchedText(query.q);
  const chains = { readEvm, evmChains };
  const mistyped = readMistypedAddress(text);
  if (mistyped !== undefined) return { q: query.q, readings: [mistyped] };
  const onEvm = await readOnEvm(text, chains);
  const heights = await readHeightOnL1s(text, chains);
  const named = await readChainText(text, chains);
  const isIndexed = (await evmChains.list()).some(({ evmChainId }) => evmChainId === text);
  const tokens = await readTokenName(text, chains);
  const labels = await readLabel(text, chains, service);
  const begun = await readEvmBeginning(text, chains);
  const readings = await read(async (context) => {
    const exact = onEvm.filter(isFound);
    for (const reader of EXACT) exact.push(...(await reader(text, context)));
    exact.push(...heights, ...onEvm.filter((reading) => !isFound(reading)));
    const names = [...named, ...(await readBlockchainName(text, context, isIndexed))];
    names.push(...(await readAssetName(text, context)), ...tokens, ...labels);
    const ids: contract.SearchReading[] = [];
    // A text that names something is hardly meant as the beginning of something else.
    if (!exact.some(isFound)) for (const reader of BEGINNINGS) ids.push(...(await reader(text, context)));
    const readings = [...wholeFirst(names, text), ...exact, ...ids, ...begun];
    if (readings.length === 0) readings.push(nothing(text));
    return readings.toSorted((a, b) => Number(isFound(b)) - Number(isFound(a)));
  });
  const atNode = readings.some(isFound) ? [] : await readAtNode(text, request);
  const isKnown = atNode.length > 0 || readings.some(isFound);
  const messages = isKnown ? [] : await readMessageId(text, request);
  return { q: query.q, readings: withoutRepeats([...atNode, ...messages, ...readings]) };
};

function isFound({ found }: contract.SearchReading): boolean {
  return found === "yes";
}

/** A text that names nothing and begins nothing. Half an id is not wrong: it may still be being typed. */
function nothing(text: string): contract.SearchReading {
  const begun = BEGUN.find(({ form }) => form.test(text));
  if (begun === undefined)
    return {
      reading: "Text",
      kind: "none",
      found: "impossible",
      detail: "Not a height, hash, id, address, NodeID or known name",
    };
  return {
    reading: `Beginning of ${begun.of}`,
    kind: "none",
    found: "no",
    detail: "Nothing here begins like this",
  };
}

const BEGUN = [
  { form: /^0x[0-9a-f]{0,63}$/i, of: "a hash, id or address" },
  { form: /^NodeID-[1-9A-HJ-NP-Za-km-z]*$/i, of: "a NodeID" },
  { form: /^([pxc]-)?[a-z]{2,10}1[02-9ac-hj-np-z]+$/i, of: "an address" },
  { form: /^[1-9A-HJ-NP-Za-km-z]{20,48}$/, of: "an id" },
] as const;

/** Names that are the whole text come first. */
function wholeFirst(readings: contract.SearchReading[], text: string): contract.SearchReading[] {
  const isWhole = ({ reading }: contract.SearchReading) => reading.toLowerCase() === text.toLowerCase();
  return readings.toSorted((a, b) => Number(isWhole(b)) - Number(isWhole(a)));
}

/** Several readers may find the same account. It has one page. */
function withoutRepeats(readings: readonly contract.SearchReading[]): contract.SearchReading[] {
  return readings.filter(
    ({ href }, at) => href === undefined || readings.findIndex((other) => other.href === href) === at,
  );
}
