import { decodeAbiParameters, toFunctionSelector } from "viem";
import { concatBytes, fromHex, toHex } from "../../avalanche/bytes";
import type { EvmClient } from "../../client/evm";
import { TOKEN_STANDARDS } from "../../store/columns";

/** What a contract says of itself. */
export interface ContractFacts {
  /** Index of `TOKEN_STANDARDS`. */
  standard: number;
  name: string | null;
  symbol: string | null;
  decimals: number | null;
}

/**
 * Asks a contract what it is: its interface ids first, then whether it behaves like an ERC-20. What it does not answer
 * stays null; `seen` is the standard its events speak of, when it does not say itself.
 * @source ERC-165, ERC-20, ERC-721, ERC-1155
 */
export async function probeContract(
  client: Pick<EvmClient, "callContract">,
  address: Uint8Array,
  { seen, signal }: { seen: number; signal: AbortSignal },
): Promise<ContractFacts> {
  const ask = (data: Uint8Array) => client.callContract(address, data, { signal });
  const [name, symbol, decimals, supply, is721, is1155] = await Promise.all(
    [NAME, SYMBOL, DECIMALS, TOTAL_SUPPLY, IS_ERC721, IS_ERC1155].map(ask),
  );
  const places = readSmall(decimals);
  const facts = { name: readText(name), symbol: readText(symbol) };
  const standard = isTrue(is721)
    ? ERC721
    : isTrue(is1155)
      ? ERC1155
      : places !== undefined && supply?.length === WORD
        ? ERC20
        : seen;
  return { standard, ...facts, decimals: standard === ERC20 ? (places ?? null) : null };
}

const WORD = 32;
const ERC20 = TOKEN_STANDARDS.indexOf("ERC-20");
const ERC721 = TOKEN_STANDARDS.indexOf("ERC-721");
const ERC1155 = TOKEN_STANDARDS.indexOf("ERC-1155");

const NAME = selector("name()");
const SYMBOL = selector("symbol()");
const DECIMALS = selector("decimals()");
const TOTAL_SUPPLY = selector("totalSupply()");
const IS_ERC721 = supportsInterface("0x80ac58cd");
const IS_ERC1155 = supportsInterface("0xd9b67a26");

function selector(signature: string): Uint8Array {
  return fromHex(toFunctionSelector(signature));
}

function supportsInterface(id: string): Uint8Array {
  return concatBytes(selector("supportsInterface(bytes4)"), fromHex(id), new Uint8Array(WORD - 4));
}

function isTrue(answer: Uint8Array | undefined): boolean {
  return readSmall(answer) === 1;
}

/** A word that is a number up to 255. */
function readSmall(answer: Uint8Array | undefined): number | undefined {
  if (answer?.length !== WORD || answer.subarray(0, WORD - 1).some((byte) => byte !== 0)) return undefined;
  return answer[WORD - 1];
}

/** A `string`, or a `bytes32` as tokens from before had it. */
function readText(answer: Uint8Array | undefined): string | null {
  if (answer === undefined || answer.length === 0) return null;
  if (answer.length === WORD) return clean(new TextDecoder().decode(answer));
  try {
    return clean(decodeAbiParameters([{ type: "string" }], toHex(answer) as `0x${string}`)[0]);
  } catch {
    return null; // it answers something else
  }
}

const LONGEST_TEXT = 256;

/**
 * Without what no page can show: control characters, half characters, marks that turn the direction of the text around
 * them, and what is longer than any name.
 */
function clean(text: string): string | null {
  const shown = text.replace(UNSHOWN, "").trim();
  // by characters: half of one would be left otherwise
  const short = shown.length > LONGEST_TEXT ? [...shown].slice(0, LONGEST_TEXT).join("") : shown;
  return short === "" ? null : short;
}

const UNSHOWN = /\p{Cc}|\p{Cs}|\p{Bidi_Control}|[\uFFFD\uFEFF\u2028\u2029]/gu;
