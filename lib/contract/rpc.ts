import { z } from "zod";

/** One JSON-RPC method as a value. Both ends of the wire are built from it. */
export interface Method<Params extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** What the caller writes (input) and what the server works with (output). An object, or a tuple for EVM methods. */
  readonly params: Params;
  /** What the server writes (input) and what the caller works with (output). Accepts both forms of a result. */
  readonly result: Result;
}

/** Defines a contract: `method("index.getIndex", params, result)`. */
export function method<Params extends z.ZodType, Result extends z.ZodType>(
  name: string,
  params: Params,
  result: Result,
): Method<Params, Result> {
  return { name, params, result };
}

export const rpcError = z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() });

/** The error member of a reply: `code` as in JSON-RPC 2.0; `data` null or absent if not stated. */
export type RpcError = z.infer<typeof rpcError>;

/** A reply as received: exactly one of `result` and `error` counts, and a missing result counts as null. */
export const rpcReply = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.unknown().optional(),
  result: z.unknown().optional(),
  error: rpcError.nullish(),
});

/**
 * Parses JSON text. Integer literals outside ±(2^53 − 1) become bigint; everything else is as in `JSON.parse`. The node
 * writes amounts as bare numbers, which plain parsing would round. Integers longer than a u256 cannot be amounts and
 * stay numbers: exact parsing of millions of digits would take seconds.
 * @throws SyntaxError as JSON.parse does
 */
export function parseLossless(text: string): unknown {
  // Only a long run of digits can be unsafe. Inside hex strings, such runs never follow one of these characters.
  if (!/(?:^|[\s:,[-])\d{16}/.test(text)) return JSON.parse(text);
  // Unguessable, so that no string in the text can pose as a marked number.
  const marker = `${crypto.getRandomValues(new Uint32Array(4)).join("-")}:`;
  return JSON.parse(markUnsafeIntegers(text, marker), (_key, value: unknown) =>
    typeof value === "string" && value.startsWith(marker) ? BigInt(value.slice(marker.length)) : value,
  );
}

/** JSON text of a value. A bigint becomes a bare number; undefined members are left out. */
export function stringifyLossless(value: unknown): string {
  // Marks digits until the text is made. Unguessable, so that no string in the value can pass for a number.
  let marker: string | undefined;
  const text = JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== "bigint") return member;
    marker ??= crypto.randomUUID();
    return marker + member;
  });
  if (text === undefined) return "null";
  return marker === undefined ? text : text.replace(new RegExp(`"${marker}(-?\\d+)"`, "g"), "$1");
}

/** Rewrites each unsafe integer literal outside strings to a string that starts with `marker`. */
function markUnsafeIntegers(text: string, marker: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    const outside = text.slice(at, quote < 0 ? undefined : quote);
    // A literal before a colon would be in the position of a key. Left unchanged, so that JSON.parse refuses it.
    parts.push(
      outside.replace(/(?<![\w.+-])-?[1-9]\d{15,77}(?![\w.+-]|\s*:)/g, (digits) =>
        Number.isSafeInteger(Number(digits)) ? digits : `"${marker}${digits}"`,
      ),
    );
    if (quote < 0) break;
    const end = endOfString(text, quote);
    parts.push(text.slice(quote, end));
    at = end;
  }
  return parts.join("");
}

/** Index after the string literal that starts at `quote`; the end of the text if it never ends. */
function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let escapes = 0;
    while (text[at - 1 - escapes] === "\\") escapes++;
    if (escapes % 2 === 0) return at + 1;
  }
}
