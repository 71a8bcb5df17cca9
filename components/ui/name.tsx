/**
 * Names, symbols and other texts that anybody may have written into a chain. They are told apart from Firn's own words,
 * and nothing in them moves or hides the text around them.
 */

/** Characters without a shape: controls, marks that turn text around, zero-width ones, halves of characters. */
const SHAPELESS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;
/** More than three accents on one letter run over the lines above and below. */
const PILED = /(\p{M}{3})\p{M}+/gu;

/** Most characters of a name in a sentence or a row. */
const MOST = 40;

/** A foreign text in one line, cut to `most` characters. */
export function cleanName(text: string, most = MOST): string {
  // What is cut away is not looked at: a text may have a million characters.
  const clean = text
    .slice(0, most * 8)
    .replace(SHAPELESS, " ")
    .replace(PILED, "$1")
    .replace(/\s+/g, " ")
    .trim();
  const shown = [...clean];
  return shown.length > most || text.length > most * 8 ? `${shown.slice(0, most).join("")}…` : clean;
}

/** A foreign text as it is, in lines of its own: characters without a shape are written as JSON does, `\u202e`. */
export function escapeShapeless(text: string): string {
  return text.replace(SHAPELESS, (found) => found.replace(/[^\n\t]/g, escapeUnit));
}

/** A UTF-16 unit: `\u202e`. */
function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** A foreign name for a sentence: `“USDC”`. Isolating marks keep a right-to-left name from reordering what follows. */
export function quoteName(text: string, most?: number): string {
  return `“\u2068${cleanName(text, most)}\u2069”`;
}

/** A foreign name where its place says what it is: the name of a link, the value of a fact. */
export function Name({ children, most }: { children: string; most?: number }) {
  return <bdi>{cleanName(children, most)}</bdi>;
}
