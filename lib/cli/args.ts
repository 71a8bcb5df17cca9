import { parseArgs as splitArgs } from "node:util";
import { InputError } from "../errors";

/**
 * How an option is written: `flag` as `--name`; `value` as `--name VALUE` or `--name=VALUE`; `boolean` as `--name` or
 * `--name=true|false`, as AvalancheGo does.
 */
export type OptionKinds = Record<string, "flag" | "value" | "boolean">;

/**
 * Splits a command line into options and the rest.
 * @throws InputError BAD_PARAMETER naming the unknown option or the one without its value
 */
export function parseArgs(
  args: readonly string[],
  kinds: OptionKinds,
): { options: Record<string, string>; rest: string[] } {
  const types = Object.entries(kinds).map(
    ([name, kind]) => [name, { type: kind === "value" ? "string" : "boolean" }] as const,
  );
  const { tokens } = splitArgs({
    args: [...args],
    options: Object.fromEntries(types),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const options: Record<string, string> = {};
  const rest = new Map<number, string>();
  for (const token of tokens) {
    const text = args[token.index] ?? "";
    // Options have long names only. Text after a single dash is an ordinary word.
    if (token.kind === "option" && token.rawName.startsWith("--"))
      options[token.name] = readOption({ name: token.name, value: token.value, text }, kinds);
    else if (token.kind !== "option-terminator") rest.set(token.index, text);
  }
  return { options, rest: [...rest.values()] };
}

interface GivenOption {
  name: string;
  value: string | undefined;
  /** As written on the command line. */
  text: string;
}

function readOption({ name, value, text }: GivenOption, kinds: OptionKinds): string {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (kind === undefined) throw unknownOption(text, kinds);
  if (kind === "value") return value ?? missingValue(name);
  if (kind === "boolean") return readBoolean(name, value ?? "true");
  if (value !== undefined) throw unwantedValue(name);
  return "true";
}

/**
 * The options of a command that takes no other words.
 * @throws InputError BAD_PARAMETER as `parseArgs`, and for the first word that is not an option
 */
export function parseOptions(args: readonly string[], kinds: OptionKinds): Record<string, string> {
  const { options, rest } = parseArgs(args, kinds);
  const [stray] = rest;
  if (stray === undefined) return options;
  const isValue = stray === "true" || stray === "false";
  throw new InputError("BAD_PARAMETER", `"${stray}" is not an option`, {
    hint: isValue ? `write it after an equals sign, as in --NAME=${stray}` : hintOf(kinds),
  });
}

function unknownOption(text: string, kinds: OptionKinds): InputError {
  return new InputError("BAD_PARAMETER", `unknown option ${text}`, { hint: hintOf(kinds) });
}

function hintOf(kinds: OptionKinds): string {
  const known = Object.keys(kinds).map((name) => `--${name}`);
  return known.length === 0 ? "this command takes no options" : `known options are ${known.join(", ")}`;
}

function unwantedValue(name: string): InputError {
  return new InputError("BAD_PARAMETER", `--${name} takes no value`, { hint: `write --${name} alone` });
}

function readBoolean(name: string, text: string): string {
  if (text === "true" || text === "false") return text;
  throw new InputError("BAD_PARAMETER", `--${name} is "${text}"`, {
    hint: `write --${name}=true or --${name}=false`,
  });
}

function missingValue(name: string): never {
  throw new InputError("BAD_PARAMETER", `--${name} needs a value`, { hint: `write --${name} VALUE` });
}
