import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { parseLossless } from "../../contract/rpc";
import { InputError } from "../../errors";

/**
 * Reads one JSON file of a capture without losing precision; undefined if the file is missing.
 * @throws InputError BAD_PARAMETER naming the file if it has another form
 */
export type ReadFile = <S extends z.ZodType>(path: string, schema: S) => Promise<z.output<S> | undefined>;

/** Opens nothing yet: each file is read when it is asked for. */
export function openCapture(folder: string): ReadFile {
  return async (path, schema) => {
    const file = join(folder, path);
    return existsSync(file) ? parseFile(file, await readFile(file, "utf8"), schema) : undefined;
  };
}

function parseFile<S extends z.ZodType>(file: string, text: string, schema: S): z.output<S> {
  try {
    return schema.parse(parseLossless(text));
  } catch (cause) {
    const issue = cause instanceof z.ZodError ? cause.issues[0] : undefined;
    const what = issue === undefined ? "not JSON" : `${issue.path.join(".")}: ${issue.message}`;
    throw new InputError("BAD_PARAMETER", `${file} is not a file of a capture (${what})`, { cause });
  }
}
