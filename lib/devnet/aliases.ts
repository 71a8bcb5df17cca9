import { InputError } from "../errors";

/** Names of ids, both ways: of blockchains, or of virtual machines. Source: AvalancheGo ids/aliases.go. */
export interface Aliases {
  /** The id that goes by this name; an id is a name of itself. */
  find(name: string): string | undefined;
  /** All names of an id in the order they were given; none when it is not known. */
  namesOf(id: string): readonly string[];
  /** @throws InputError BAD_PARAMETER when the name is taken, even by the same id */
  add(id: string, name: string): void;
}

/** Aliases that begin with these pairs of name and id. */
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
