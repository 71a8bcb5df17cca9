/**
 * JSON as the node's Go decoder reads it. The first value of a text counts and the rest is ignored; errors have Go's
 * messages. This file only finds the positions of values; others parse them.
 * @source Go encoding/json scanner.go, decode.go, stream.go
 */

/** Go's error for a text without a JSON value. */
export class GoJsonError extends Error {}

/** The position of a value in a text. */
export interface JsonSpan {
  kind: "object" | "array" | "string" | "number" | "bool" | "null";
  start: number;
  end: number;
  /** Of an object only: in the order of the text, with duplicates. Keys as written, escapes included. */
  members: { key: string; value: JsonSpan }[];
}

/** Limit of nesting. The Go decoder's is 10,000; this recursive reader needs a lower one. */
const MAX_DEPTH = 500;

const SPACE = /[ \t\r\n]/;
const LITERALS = { t: "true", f: "false", n: "null" } as const;

/**
 * Finds the first JSON value of `text`.
 * @throws GoJsonError
 */
export function scanFirstValue(text: string): JsonSpan {
  const scanner = new Scanner(text);
  if (scanner.peek() === undefined) throw new GoJsonError("EOF");
  return scanner.value();
}

/** JSON text as Go writes it: no space between tokens; `<`, `>`, `&` and two line separators escaped in strings. */
export function escapeHtml(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Valid JSON without spaces between tokens. */
export function compactJson(json: string): string {
  // Split at quotes, every odd piece is inside a string, unless its quote was escaped.
  let inside = false;
  return json
    .split('"')
    .map((piece) => {
      const outside = !inside;
      inside = outside || /(?:^|[^\\])(?:\\\\)*\\$/.test(piece);
      return outside ? piece.replace(/[ \t\r\n]+/g, "") : piece;
    })
    .join('"');
}

class Scanner {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  /** The next non-space character, not consumed. */
  peek(): string | undefined {
    while (SPACE.test(this.text[this.at] ?? "")) this.at++;
    return this.text[this.at];
  }

  value(): JsonSpan {
    const first = this.peek();
    const start = this.at;
    const span = (kind: JsonSpan["kind"], members: JsonSpan["members"] = []): JsonSpan => ({
      kind,
      start,
      end: this.at,
      members,
    });
    if (first === "{") return this.nested(() => span("object", this.object()));
    if (first === "[") {
      return this.nested(() => {
        this.array();
        return span("array");
      });
    }
    if (first === '"') {
      this.string();
      return span("string");
    }
    if (first === "t" || first === "f" || first === "n") {
      this.literal(LITERALS[first]);
      return span(first === "n" ? "null" : "bool");
    }
    if (first === "-" || (first !== undefined && first >= "0" && first <= "9")) {
      this.number();
      return span("number");
    }
    throw this.unexpected("looking for beginning of value");
  }

  private nested(read: () => JsonSpan): JsonSpan {
    if (++this.depth > MAX_DEPTH) throw new GoJsonError("exceeded max depth");
    this.at++;
    const span = read();
    this.depth--;
    return span;
  }

  private object(): JsonSpan["members"] {
    const members: JsonSpan["members"] = [];
    if (this.peek() === "}") {
      this.at++;
      return members;
    }
    for (;;) {
      if (this.peek() !== '"') throw this.unexpected("looking for beginning of object key string");
      const start = this.at;
      this.string();
      const key = this.text.slice(start + 1, this.at - 1);
      if (this.peek() !== ":") throw this.unexpected("after object key");
      this.at++;
      members.push({ key, value: this.value() });
      if (!this.another("}", "after object key:value pair")) return members;
    }
  }

  private array(): void {
    if (this.peek() === "]") {
      this.at++;
      return;
    }
    do this.value();
    while (this.another("]", "after array element"));
  }

  /** Consumes a comma (true) or `close` (false). */
  private another(close: string, where: string): boolean {
    const next = this.peek();
    if (next !== "," && next !== close) throw this.unexpected(where);
    this.at++;
    return next === ",";
  }

  private string(): void {
    this.at++;
    for (;;) {
      const c = this.text[this.at];
      if (c === undefined || c < " ") throw this.unexpected("in string literal");
      this.at++;
      if (c === '"') return;
      if (c === "\\") this.escape();
    }
  }

  private escape(): void {
    const c = this.text[this.at] ?? "";
    if (!/^["\\/bfnrtu]$/.test(c)) throw this.unexpected("in string escape code");
    this.at++;
    if (c !== "u") return;
    for (let digit = 0; digit < 4; digit++, this.at++) {
      if (!/[0-9a-fA-F]/.test(this.text[this.at] ?? ""))
        throw this.unexpected("in \\u hexadecimal character escape");
    }
  }

  private literal(word: string): void {
    for (let index = 0; index < word.length; index++, this.at++) {
      if (this.text[this.at] !== word[index]) {
        throw this.unexpected(`in literal ${word} (expecting ${quote(word[index] ?? "")})`);
      }
    }
  }

  private number(): void {
    if (this.text[this.at] === "-") this.at++;
    if (this.text[this.at] === "0") this.at++;
    else this.digits("in numeric literal");
    if (this.text[this.at] === ".") {
      this.at++;
      this.digits("after decimal point in numeric literal");
    }
    if (/[eE]/.test(this.text[this.at] ?? "")) {
      this.at++;
      if (/[+-]/.test(this.text[this.at] ?? "")) this.at++;
      this.digits("in exponent of numeric literal");
    }
  }

  private digits(where: string): void {
    if (!/[0-9]/.test(this.text[this.at] ?? "")) throw this.unexpected(where);
    while (/[0-9]/.test(this.text[this.at] ?? "")) this.at++;
  }

  private unexpected(where: string): GoJsonError {
    const c = this.text[this.at];
    return new GoJsonError(c === undefined ? "unexpected EOF" : `invalid character ${quote(c)} ${where}`);
  }
}

/** A character in single quotes as Go writes it. */
function quote(c: string): string {
  if (c === "'") return "'\\''";
  if (c === '"') return "'\"'";
  return `'${JSON.stringify(c).slice(1, -1)}'`;
}
