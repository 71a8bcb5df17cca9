import { createHmac, timingSafeEqual } from "node:crypto";
import { InputError } from "../../errors";

/**
 * Stateless page tokens. A token is a UUID (version 8) whose 122 free bits are 64 of cursor, 26 of the minute of issue
 * and 32 of HMAC-SHA256 over both and the canonical request. Any replica with the store's key can read it.
 */
export interface PageTokens {
  /** `cursor`: integer key of the last row shown, within a signed 64-bit integer. */
  issue(cursor: number | bigint, query: CanonicalQuery): string;
  /**
   * The cursor of `token`. @throws InputError BAD_PAGE_TOKEN when it is malformed, altered, from another query or too
   * old
   */
  read(token: string, query: CanonicalQuery): number;
  /** Like `read`, but exact above 2^53. @throws InputError BAD_PAGE_TOKEN */
  readExact(token: string, query: CanonicalQuery): bigint;
  /**
   * The cursor, and which of several queries the token belongs to. @throws InputError BAD_PAGE_TOKEN when it belongs to
   * none
   */
  readOneOf<Query extends CanonicalQuery>(
    token: string,
    queries: readonly Query[],
  ): { query: Query; cursor: bigint };
}

/** What a token is valid for: everything that decides a list's rows and their order, but not the page size. */
export type CanonicalQuery = Readonly<Record<string, string | number | readonly string[] | undefined>>;

const LIFE_MINUTES = 24n * 60n;
/** How far ahead the clock of the issuing replica may be. */
const SKEW_MINUTES = 5n;
const MINUTE_BITS = 26n;
const MAC_BITS = 32n;
const UUID = /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-([89ab][0-9a-f]{3})-([0-9a-f]{12})$/;

/** `key`: the store's 32 bytes. `nowMs`: current time, unix ms. */
export function openPageTokens(key: Uint8Array, nowMs: () => number): PageTokens {
  const minute = () => BigInt(Math.floor(nowMs() / 60_000)) & ((1n << MINUTE_BITS) - 1n);
  const readOneOf: PageTokens["readOneOf"] = (token, queries) => {
    const bits = fromUuid(token);
    const signed = bits >> MAC_BITS;
    const mac = Buffer.alloc(4);
    mac.writeUInt32BE(Number(bits & ((1n << MAC_BITS) - 1n)));
    const query = queries.find((each) => timingSafeEqual(mac, macOf(key, signed, each)));
    if (query === undefined)
      throw refuse("pageToken does not belong to this request: repeat all other parameters unchanged");
    const age = BigInt.asUintN(Number(MINUTE_BITS), minute() - signed + SKEW_MINUTES);
    if (age > LIFE_MINUTES + SKEW_MINUTES)
      throw refuse("pageToken is older than 24 hours: start again without it");
    return { query, cursor: BigInt.asIntN(64, signed >> MINUTE_BITS) };
  };
  const readExact: PageTokens["readExact"] = (token, query) => readOneOf(token, [query]).cursor;
  return {
    readExact,
    readOneOf,
    read: (token, query) => Number(readExact(token, query)),
    issue(cursor, query) {
      const signed = (BigInt.asUintN(64, BigInt(cursor)) << MINUTE_BITS) | minute();
      return toUuid((signed << MAC_BITS) | BigInt(macOf(key, signed, query).readUInt32BE()));
    },
  };
}

function macOf(key: Uint8Array, signed: bigint, query: CanonicalQuery): Buffer {
  const fields = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = `${signed.toString(16)} ${JSON.stringify(fields)}`;
  return createHmac("sha256", key).update(text).digest().subarray(0, 4);
}

/** 122 bits in a UUID, around version (bits 48 to 51) and variant (bits 64 and 65). @source RFC 9562 */
function toUuid(bits: bigint): string {
  const high = bits >> 74n;
  const middle = (bits >> 62n) & 0xfffn;
  const low = bits & ((1n << 62n) - 1n);
  const hex = ((high << 80n) | (8n << 76n) | (middle << 64n) | (2n << 62n) | low)
    .toString(16)
    .padStart(32, "0");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function fromUuid(token: string): bigint {
  const match = UUID.exec(token.toLowerCase());
  if (match === null) throw refuse("pageToken must be the nextPageToken of the previous answer, unchanged");
  const [, a, b, c, d, e] = match;
  const low = BigInt(`0x${d}${e}`) & ((1n << 62n) - 1n);
  return (BigInt(`0x${a}${b}${c}`) << 62n) | low;
}

function refuse(message: string): InputError {
  return new InputError("BAD_PAGE_TOKEN", message);
}
