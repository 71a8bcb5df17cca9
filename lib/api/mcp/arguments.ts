import { z } from "zod";
import { acceptedForm, type Route } from "../../contract/route";
import { ROUTES } from "../../contract/routes";
import type { Tool, ToolCase } from "./tools";

type Json = Record<string, unknown>;

/**
 * Left out: what the server fills in, as callers name a chain by `chain` and a Firn answers to one network; and second ways to
 * turn a page.
 */
const LEFT_OUT: readonly string[] = ["network", "blockchainId", "chainId", "before", "after"];

const CHAIN_FORMS = {
  primary: "P, X, or C-atomic for what moved between the C-Chain and P or X",
  evm: "C, or an EVM chain id like 43114, or a blockchain id of an EVM chain",
};

/** The parameters of a case's route that a caller gives, by name. */
export function parametersOf({ route }: ToolCase): Map<string, z.core.$ZodType> {
  const { params, query }: Route = ROUTES[route];
  return new Map(
    Object.entries({ ...params.shape, ...query.shape }).filter(([name]) => !LEFT_OUT.includes(name)),
  );
}

/** The values of a tool's `show`, its default first; empty for a tool without. */
export function showsOf({ cases }: Tool): string[] {
  return [...new Set(cases.flatMap(({ show }) => show ?? []))];
}

/** What a tool takes, as a JSON schema: the contracts' own parameters. The contract checks them again when it is asked. */
export function inputSchemaOf(tool: Tool): { type: "object" } & Json {
  const properties: Json = {};
  const kinds = [...new Set(tool.cases.flatMap(({ chain }) => chain ?? []))];
  if (kinds.length > 0)
    properties.chain = {
      type: "string",
      description: `the chain: ${kinds.map((kind) => CHAIN_FORMS[kind]).join("; ")}`,
    };
  const shows = showsOf(tool);
  if (shows.length > 0)
    properties.show = { type: "string", enum: shows, default: shows[0], description: "what to list" };
  const byName = new Map<string, { given: ToolCase; schema: z.core.$ZodType }[]>();
  for (const given of tool.cases)
    for (const [name, schema] of parametersOf(given))
      byName.set(name, [...(byName.get(name) ?? []), { given, schema }]);
  for (const [name, uses] of byName) properties[name] = propertyOf(name, uses, tool);
  const isNeeded = (schema: z.core.$ZodType) => !z.safeParse(schema, undefined).success;
  const required = [...byName]
    .filter(([, uses]) => uses.length === tool.cases.length && uses.every(({ schema }) => isNeeded(schema)))
    .map(([name]) => name);
  return {
    type: "object",
    properties,
    required: [...(kinds.length > 0 ? ["chain"] : []), ...required],
    additionalProperties: false,
  };
}

interface Use {
  given: ToolCase;
  schema: z.core.$ZodType;
}

/** One parameter. Where not all cases have it, or read it alike, it says which does. */
function propertyOf(name: string, uses: readonly Use[], tool: Tool): Json {
  const forms = new Map<string, ToolCase[]>();
  for (const { given, schema } of uses)
    forms.set(acceptedForm(schema), [...(forms.get(acceptedForm(schema)) ?? []), given]);
  const texts = [...forms].map(([form, users]) => {
    // The one that selects a case says nothing by being there.
    const who = users.some(({ needs }) => needs === name) ? "" : describeUsers(users, tool);
    return who === "" ? form : `${form} (${who})`;
  });
  const schemas = new Set(uses.map(({ schema }) => JSON.stringify(jsonSchemaOf(schema))));
  const [only = "{}"] = schemas;
  return { ...(schemas.size === 1 && (JSON.parse(only) as Json)), description: texts.join("; ") };
}

/** Which of a tool's cases these are, in as few words as that takes; empty if they are all of them. */
function describeUsers(users: readonly ToolCase[], { cases }: Tool): string {
  if (users.length === cases.length) return "";
  const kinds = new Set(users.map(({ chain }) => chain));
  const ofKinds = cases.filter(({ chain }) => kinds.has(chain));
  const words: string[] = [];
  if (ofKinds.length < cases.length) words.push(kinds.has("primary") ? "P, X, C-atomic" : "EVM chains");
  if (users.length < ofKinds.length) {
    const shows = users.flatMap(({ show }) => show ?? []);
    if (shows.length > 0) words.push(`show ${shows.join(" or ")}`);
    else words.push(...users.map(({ needs }) => (needs === undefined ? "the list" : `with ${needs}`)));
  }
  return words.join(", ");
}

function jsonSchemaOf(schema: z.core.$ZodType): Json {
  const {
    $schema: _,
    description: __,
    maximum,
    ...json
  } = z.toJSONSchema(schema as z.ZodType, { unrepresentable: "any" });
  return { ...json, ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { maximum }) };
}
