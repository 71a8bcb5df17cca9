import { describeError } from "../errors";

/** With a capital letter in front, unless a name stands there that is written small: `eth_call`, `platform.getTx`. */
export function upperFirst(text: string): string {
  return /^[a-z’'-]+(?:[\s:,]|$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** What happened and what to do next, as a sentence. */
export function sayError(error: unknown): string {
  return `${upperFirst(describeError(error))}.`;
}
