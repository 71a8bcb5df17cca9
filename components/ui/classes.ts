/** Class names in one attribute; those that do not apply are left out, and nothing is left as undefined. */
export function classes(...names: (string | false | undefined)[]): string | undefined {
  const applied = names.filter(Boolean);
  return applied.length === 0 ? undefined : applied.join(" ");
}
