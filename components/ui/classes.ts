/** Joins class names and leaves out those that do not apply; undefined if none is left. */
export function classes(...names: (string | false | undefined)[]): string | undefined {
  const applied = names.filter(Boolean);
  return applied.length === 0 ? undefined : applied.join(" ");
}
