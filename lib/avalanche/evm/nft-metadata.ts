/** Token URIs and the documents they lead to, as contracts and servers return them. None of it is trusted. */

/** Limit of a token URI and of a document, bytes or UTF-16 units: more than on-chain art needs. */
export const LONGEST_DOCUMENT = 256 * 1024;

/** What a token URI contains: the document itself, its location, or an error. */
export type TokenUri =
  | { scheme: "data"; document: Uint8Array }
  | MediaLocation
  | { fault: "INVALID_TOKEN_URI" | "INVALID_TOKEN_URI_SCHEME" };

/** The location of a document. `root` is a content id or a transaction, `path` what follows it, with its slash. */
export type MediaLocation =
  | { scheme: "http"; url: string }
  | { scheme: "ipfs"; root: string; path: string }
  | { scheme: "ar"; root: string; path: string };

/** A token's metadata with the public interface's names. `attributes` and `properties` are JSON text. */
export interface NftMetadata {
  name?: string;
  symbol?: string;
  imageUri?: string;
  description?: string;
  animationUri?: string;
  externalUrl?: string;
  background?: string;
  attributes?: string;
  decimals?: number;
  properties?: string;
}

/** The result of reading a document, in the words of `indexStatus`. */
export type ReadMetadata =
  | { status: "INDEXED"; metadata: NftMetadata }
  | { status: "INVALID_METADATA" | "INVALID_METADATA_JSON" | "METADATA_CONTENT_TOO_LARGE" };

/** Reads a token URI as the contract returned it. */
export function readTokenUri(text: string): TokenUri {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return { fault: "INVALID_TOKEN_URI" };
  const place = PLACES.get(scheme);
  if (place === undefined) return { fault: "INVALID_TOKEN_URI_SCHEME" };
  return place(text) ?? { fault: "INVALID_TOKEN_URI" };
}

/**
 * An ERC-1155 URI is that of all the contract's tokens: `{id}` becomes the token's id, 64 lower-case hex digits.
 * @source ERC-1155, "Metadata"
 */
export function substituteTokenId(text: string, tokenId: bigint): string {
  return text.replaceAll("{id}", tokenId.toString(16).padStart(64, "0"));
}

/**
 * Reads a document. Members of a wrong type are left out. `tokenId` of an ERC-1155 replaces `{id}` in its texts.
 * @source ERC-721 and ERC-1155, "Metadata"; names that marketplaces use
 */
export function readMetadata(document: Uint8Array, tokenId: bigint | undefined): ReadMetadata {
  let members: unknown;
  try {
    members = JSON.parse(new TextDecoder().decode(document));
  } catch {
    return { status: "INVALID_METADATA_JSON" };
  }
  if (typeof members !== "object" || members === null || Array.isArray(members)) {
    return { status: "INVALID_METADATA" };
  }
  const metadata = readMembers(members as Members, (text) =>
    tokenId === undefined ? text : substituteTokenId(text, tokenId),
  );
  const length = Object.values(metadata).reduce((sum, value) => sum + String(value).length, 0);
  return length > LONGEST_DOCUMENT
    ? { status: "METADATA_CONTENT_TOO_LARGE" }
    : { status: "INDEXED", metadata };
}

/** The JSON that a token URI holds itself; undefined if it leads elsewhere, or holds no JSON. */
export function documentIn(tokenUri: string): string | undefined {
  const uri = readTokenUri(tokenUri);
  if (!("document" in uri)) return undefined;
  const text = new TextDecoder().decode(uri.document);
  try {
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}

/**
 * Removes what no page can show: control characters except line breaks and tabs, unpaired surrogates, and characters
 * that change the direction of surrounding text.
 */
export function cleanText(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/gu, "").trim();
}

type Members = Record<string, unknown>;

function readMembers(members: Members, substitute: (text: string) => string): NftMetadata {
  const metadata: NftMetadata = {};
  for (const [field, names] of Object.entries(TEXTS) as [keyof typeof TEXTS, readonly string[]][]) {
    const text = names.map((name) => textOf(members[name])).find((found) => found !== undefined);
    if (text !== undefined) metadata[field] = substitute(text);
  }
  for (const field of ["attributes", "properties"] as const) {
    const text = jsonOf(members[field]);
    if (text !== undefined) metadata[field] = substitute(text);
  }
  const { decimals } = members;
  if (typeof decimals === "number" && Number.isInteger(decimals) && decimals >= 0 && decimals <= 255) {
    metadata.decimals = decimals;
  }
  return metadata;
}

/** Member names of each field; the first that is present counts. */
const TEXTS = {
  name: ["name"],
  symbol: ["symbol"],
  imageUri: ["image", "image_url", "imageUrl", "image_data"],
  description: ["description"],
  animationUri: ["animation_url", "animationUrl"],
  externalUrl: ["external_url", "externalUrl", "external_link"],
  background: ["background_color", "background"],
} as const satisfies { [F in keyof NftMetadata]?: readonly string[] };

function textOf(value: unknown): string | undefined {
  // JSON may contain 1e400, which no number can hold.
  const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
  const clean = typeof text === "string" ? cleanText(text) : "";
  return clean === "" ? undefined : clean;
}

/** JSON text of a list or an object; undefined for one that nests too deep to be written. */
function jsonOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const IPFS = /^ipfs:\/\/(?:ipfs\/)?([a-z0-9]{32,128})(\/[^#]*)?(?:#.*)?$/i;
const AR = /^ar:\/\/([\w-]{43})(\/[^#]*)?(?:#.*)?$/i;

const PLACES = new Map<string, (text: string) => TokenUri | undefined>([
  ["data", readDataUri],
  ["http", readHttpUrl],
  ["https", readHttpUrl],
  ["ipfs", (text) => readRooted(text, IPFS, "ipfs")],
  ["ar", (text) => readRooted(text, AR, "ar")],
]);

/** `data:…[;base64],…`. A body that is not base64 may contain characters that should have been escaped. */
function readDataUri(text: string): TokenUri | undefined {
  const comma = text.indexOf(",");
  if (comma < 0) return undefined;
  const body = text.slice(comma + 1);
  const document = /;\s*base64\s*$/i.test(text.slice(0, comma)) ? fromBase64(body) : fromPercent(body);
  return document && { scheme: "data", document };
}

function fromBase64(body: string): Uint8Array | undefined {
  try {
    const standard = new TextDecoder().decode(fromPercent(body)).replaceAll("-", "+").replaceAll("_", "/");
    return Uint8Array.from(atob(standard), (digit) => digit.charCodeAt(0));
  } catch {
    return undefined; // not base64
  }
}

const PERCENT = 0x25;

function fromPercent(body: string): Uint8Array {
  const bytes = new TextEncoder().encode(body);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const escaped = bytes[at] === PERCENT ? hexAt(bytes, at + 1) : undefined;
    bytes[length++] = escaped ?? bytes[at] ?? 0;
    if (escaped !== undefined) at += 2;
  }
  return bytes.subarray(0, length);
}

function hexAt(bytes: Uint8Array, at: number): number | undefined {
  const digits = String.fromCharCode(...bytes.subarray(at, at + 2));
  return /^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
}

function readHttpUrl(text: string): TokenUri | undefined {
  return URL.canParse(text) ? { scheme: "http", url: text } : undefined;
}

function readRooted(text: string, form: RegExp, scheme: "ipfs" | "ar"): TokenUri | undefined {
  const [, root, path = ""] = form.exec(text) ?? [];
  return root === undefined ? undefined : { scheme, root, path };
}
