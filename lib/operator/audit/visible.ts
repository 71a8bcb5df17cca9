/**
 * A text as one line that a person can read: characters that can't be seen, change the direction of reading or end a
 * line stand as `\u{…}`. Longer than `maxLength` it is clipped and says so.
 */
export function visible(text: string, maxLength: number): string {
  const clipped = text.length > maxLength ? `${text.slice(0, maxLength)}… (${text.length} characters)` : text;
  return clipped.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
