import { InputError } from "../errors";

/**
 * Names of blockchain ids or VM ids, in both directions.
 * @source AvalancheGo ids/aliases.go
 */
export interface Aliases {
  /** The id with this name. An id is also its own name. */
  find(name: string): string | undefined;
  /** All names of an id, in the order they were added. Empty for an unknown id. */
  namesOf(id: string): readonly string[];
  /** @throws InputError BAD_PARAMETER if the name is taken, even by the same id */
  add(id: string, name: string): void;
}

/** Creates aliases from pairs of name and id. */
export function openAliases(initial: Iterable<readonly [name: string, id: string]>): Aliases {
  const byName = new Map<string, string>();
  const byId = new Map<string, string[]>();
  const aliases: Aliases = {
    find: (name) => byName.get(name),
    namesOf: (id) => byId.get(id) ?? [],
    add(id, name) {
      if (byName.has(name)) throw new InputError("BAD_PARAMETER", `alias already mapped to an ID: ${name}`);
      byName.set(name, id);
      byId.set(id, [...(byId.get(id) ?? []), name]);
    },
  };
  for (const [name, id] of initial) aliases.add(id, name);
  return aliases;
}
