import { toHex } from "../../avalanche/codec/bytes";
import { type BytesRange, rangeOfBech32, rangeOfHex, rangesOfCb58 } from "../../avalanche/id-beginnings";
import { formatAddress, formatId, formatNodeId } from "../../avalanche/ids";
import type { SearchReading } from "../../contract/firn/search";
import { listIdsIn, listNodeIdsIn, listOwnersIn, listValidationIdsIn } from "../../store/queries/beginning";
import { listAddressesIn, listHashesIn } from "../../store/queries/evm/beginning";
import type { RequestContext } from "../handler";
import { readAddressText, readId, readNodeIdText } from "./search-readings";
import { type EvmChainsRead, readOnEvm } from "./search-readings-evm";

/** Fewer characters are the beginning of too many things. */
const LEAST = 4;
/** Things of one form that a beginning lists. */
const MOST = 5;
/** Ids at the edge of a range may begin otherwise, and several things may have one id. */
const MOST_READ = 4 * MOST;

const ID_BYTES = 32;
const ADDRESS_BYTES = 20;

/** Things whose hash or id begins with the text, in lower-case hex or cb58. */
export async function readIdBeginning(text: string, context: RequestContext): Promise<SearchReading[]> {
  const digits = /^0x([0-9a-f]+)$/.exec(text)?.[1];
  const format = digits === undefined ? formatId : toHex;
  const ids = await listBeginning(text, format, rangesOf(text, ID_BYTES), async (range) => [
    ...(await listIdsIn(context.db, range, MOST_READ)),
    ...(await listValidationIdsIn(context.db, range, MOST_READ)),
  ]);
  return (await Promise.all(ids.map((id) => readId(id, context)))).flat();
}

/** Nodes whose id begins with the text, with or without `NodeID-`. */
export async function readNodeIdBeginning(text: string, context: RequestContext): Promise<SearchReading[]> {
  const [, letters = ""] = /^(?:NodeID-)?([1-9A-HJ-NP-Za-km-z]+)$/i.exec(text) ?? [];
  if (/^\d*$/.test(letters)) return [];
  const nodes = await listBeginning(
    `NodeID-${letters}`,
    formatNodeId,
    letters.length < LEAST ? [] : rangesOfCb58(letters, ADDRESS_BYTES),
    (range) => listNodeIdsIn(context.db, range, MOST_READ),
  );
  return (await Promise.all(nodes.map((node) => readNodeIdText(node, context)))).flat();
}

/** Keys of P, X and C whose address begins with the text, with or without its chain. */
export async function readAddressBeginning(text: string, context: RequestContext): Promise<SearchReading[]> {
  const { hrp } = context.network;
  const lower = text.toLowerCase().replace(/^[pxc]-/, "");
  const letters = lower.startsWith(`${hrp}1`) ? lower.slice(hrp.length + 1) : "";
  const range = letters.length < LEAST ? undefined : rangeOfBech32(letters, ADDRESS_BYTES);
  const addresses = await listBeginning(
    lower,
    (bytes) => formatAddress(hrp, bytes),
    range === undefined ? [] : [range],
    (wanted) => listOwnersIn(context.db, wanted, MOST_READ),
  );
  return (await Promise.all(addresses.map((address) => readAddressText(address, context)))).flat();
}

/** Transactions, blocks and accounts of EVM chains whose hash or address begins with the text, in lower-case hex. */
export async function readEvmBeginning(text: string, chains: EvmChainsRead): Promise<SearchReading[]> {
  const hex = /^0x[0-9a-f]+$/.test(text) ? rangesOf(text, ID_BYTES) : [];
  const accounts = text.length > 2 * ADDRESS_BYTES ? [] : rangesOf(text, ADDRESS_BYTES);
  if (hex.length === 0) return [];
  const found: string[] = [];
  for (const { evmChainId = "" } of await chains.evmChains.list()) {
    const [hashes, addresses] = await chains.readEvm(evmChainId, async ({ db }) => [
      await listBeginning(text, toHex, hex, (range) => listHashesIn(db, range, MOST_READ)),
      await listBeginning(text, toHex, accounts, (range) => listAddressesIn(db, range, MOST_READ)),
    ]);
    found.push(...addresses, ...hashes);
  }
  const readings = await Promise.all([...new Set(found)].map((each) => readOnEvm(each, chains)));
  return readings.flat();
}

/** Ranges of bytes whose hex or cb58 text begins with `text`. */
function rangesOf(text: string, size: number): BytesRange[] {
  const digits = /^0x([0-9a-f]+)$/.exec(text)?.[1];
  if (digits !== undefined)
    return digits.length < LEAST || digits.length > 2 * size ? [] : [rangeOfHex(digits, size)];
  return text.length < LEAST || /^\d+$/.test(text) ? [] : rangesOfCb58(text, size);
}

/** Texts that begin with `text`, of the bytes that `list` finds in the ranges: the first few, each once. */
async function listBeginning(
  text: string,
  format: (bytes: Uint8Array) => string,
  ranges: readonly BytesRange[],
  list: (range: BytesRange) => Promise<Uint8Array[]>,
): Promise<string[]> {
  const texts = new Set<string>();
  for (const range of ranges)
    for (const bytes of await list(range)) {
      const written = format(bytes);
      if (written.startsWith(text)) texts.add(written);
    }
  return [...texts].sort().slice(0, MOST);
}
