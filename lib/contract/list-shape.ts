import { z } from "zod";
import type { Route } from "./route";

/** What a route lists. */
export interface ListShape {
  /** The member of the answer that holds the items. */
  member: string;
  /** One for each value of an item, named by its path: `networkToken.tokenName`. A list inside an item is one value. */
  columns: string[];
  /** Columns whose values are all of one of these kinds; any other is text. */
  types: Record<string, "integer" | "number" | "boolean">;
}

type Schema = z.core.JSONSchema.JSONSchema;

const TOKEN = "nextPageToken";
const shapes = new Map<Route, ListShape | undefined>();

/**
 * The list that a GET route answers with: the first list of objects in an answer that has pages, or the only member of one that
 * has none. Undefined for a route that answers anything else.
 */
export function listShapeOf(route: Route): ListShape | undefined {
  if (!shapes.has(route)) shapes.set(route, readShape(route));
  return shapes.get(route);
}

function readShape({ method, api, answers, response }: Route): ListShape | undefined {
  if (method !== "get" || api === "etherscan" || answers !== undefined) return undefined;
  const document = z.toJSONSchema(response, { unrepresentable: "any" });
  const { follow, variants } = readerOf(document);
  const lists = variants(document).map((answer) => {
    const members = Object.entries(answer.properties ?? {});
    const found = members.find(([, schema]) => isObjectList(follow(schema)));
    return TOKEN in (answer.properties ?? {}) || members.length === 1 ? found : undefined;
  });
  const member = lists[0]?.[0];
  if (member === undefined || lists.some((list) => list?.[0] !== member)) return undefined;
  const columns = new Set<string>();
  const kinds = new Map<string, Set<string>>();
  const add = (schema: Schema, path: string): void => {
    for (const variant of variants(schema)) {
      if (variant.properties === undefined) {
        columns.add(path);
        kinds.set(path, (kinds.get(path) ?? new Set()).add(String(variant.type)));
      } else
        for (const [name, part] of Object.entries(variant.properties))
          add(part as Schema, path === "" ? name : `${path}.${name}`);
    }
  };
  for (const list of lists) add(follow(list?.[1]).items as Schema, "");
  return { member, columns: [...columns], types: typesOf(kinds) };

  function isObjectList(schema: Schema): boolean {
    return (
      schema.type === "array" &&
      variants(schema.items as Schema).some(({ properties }) => properties !== undefined)
    );
  }
}

function typesOf(kinds: ReadonlyMap<string, ReadonlySet<string>>): ListShape["types"] {
  const types: ListShape["types"] = {};
  for (const [path, [kind, ...others]] of kinds)
    if (others.length === 0 && (kind === "integer" || kind === "number" || kind === "boolean"))
      types[path] = kind;
  return types;
}

/** Reads the schemas of a document, whose shared ones stand under `$defs`. */
function readerOf({ $defs = {} }: Schema) {
  const follow = (schema: unknown): Schema => {
    const { $ref } = schema as Schema;
    return $ref === undefined ? (schema as Schema) : follow($defs[$ref.replace("#/$defs/", "")]);
  };
  const variants = (schema: unknown): Schema[] => {
    const found = follow(schema);
    const several = found.anyOf ?? found.oneOf;
    return several === undefined ? [found] : several.flatMap(variants);
  };
  return { follow, variants };
}
