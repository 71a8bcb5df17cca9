/**
 * Messages name a command as `firn verify`. How that is typed depends on how Firn was installed: `FIRN_COMMAND` says it, which
 * the operator sets or `lib/cli/start.mjs` finds out. Where nobody did, as in a browser, text stays as it is. Text that this
 * was done to before stays as it is too: errors tell what other errors said.
 */
export function asTyped(text: string, typed = process.env.FIRN_COMMAND): string {
  if (!typed) return text;
  const done = `${typed} `;
  return text
    .split(done)
    .map((part) => part.replace(COMMAND, () => done))
    .join(done);
}

/** "firn" before a command, with what npm wants before it in the documentation. */
const COMMAND = /(?<![\w./-])(?:npx )?firn (?=[a-z])/g;
