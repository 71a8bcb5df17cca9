/**
 * Text as one line that a person can read. Characters that are invisible, change the reading direction or end a line
 * become `\u{…}`. Text above `maxLength` is clipped and marked as such.
 */
export function visible(text: string, maxLength: number): string {
  const clipped = text.length > maxLength ? `${text.slice(0, maxLength)}… (${text.length} characters)` : text;
  return clipped.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
