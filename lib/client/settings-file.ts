import { readFileSync, statSync } from "node:fs";
import type { z } from "zod";
import { describeProblem } from "../contract/problem";
import type { ConfigError } from "../errors";

/**
 * A JSON file that the operator writes, by its schema. `fault` makes an error of what is wrong: a clause like "is not JSON".
 * @throws ConfigError what `fault` makes, when it can't be read, is not JSON or does not fit
 */
export function readSettingsFile<S extends z.ZodType>(
  path: string,
  schema: S,
  fault: (what: string, cause?: unknown) => ConfigError,
): z.output<S> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw fault(`can't be read (${(cause as NodeJS.ErrnoException).code})`, cause);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw fault("is not JSON", cause);
  }
  const read = schema.safeParse(json);
  if (!read.success) throw fault(`has an error: ${describeProblem(read.error)}`);
  return read.data;
}

/** What changes with a file: another text, or why it can't be read. */
export function stateOf(file: string): string {
  try {
    const { ino, size, mtimeNs } = statSync(file, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
