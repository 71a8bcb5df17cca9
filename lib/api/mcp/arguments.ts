import { z } from "zod";
import { acceptedForm, type Route } from "../../contract/route";
import { ROUTES } from "../../contract/routes";
import type { Tool, ToolCase } from "./tools";

type Json = Record<string, unknown>;

/** Filled in by the server: callers name a chain by `chain`, and a Firn answers to one network. */
const FILLED: readonly string[] = ["network", "blockchainId", "chainId"];

const CHAIN_FORMS = {
  primary: "P, X, or C-atomic for what moved between the C-Chain and P or X",
  evm: "C, or an EVM chain id like 43114, or a blockchain id of an EVM chain",
};

/** The parameters of a case's route that a caller gives, by name. */
export function parametersOf({ route }: ToolCase): Map<string, z.core.$ZodType> {
  const { params, query }: Route = ROUTES[route];
  return new Map(
    Object.entries({ ...params.shape, ...query.shape }).filter(([name]) => !FILLED.includes(name)),
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
  for (const [name, uses] of byName) properties[name] = propertyOf(uses, tool);
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

/** One parameter. Where cases read it differently, it says which does how. */
function propertyOf(uses: readonly { given: ToolCase; schema: z.core.$ZodType }[], { cases }: Tool): Json {
  const forms = new Map<string, ToolCase[]>();
  for (const { given, schema } of uses)
    forms.set(acceptedForm(schema), [...(forms.get(acceptedForm(schema)) ?? []), given]);
  const isForAll = forms.size === 1 && uses.length === cases.length;
  const texts = [...forms].map(([form, users]) =>
    isForAll ? form : `${form} (${users.map(nameOf).join(", ")})`,
  );
  const schemas = new Set(uses.map(({ schema }) => JSON.stringify(jsonSchemaOf(schema))));
  const [only = "{}"] = schemas;
  return { ...(schemas.size === 1 && (JSON.parse(only) as Json)), description: texts.join("; ") };
}

function nameOf({ chain, show, needs }: ToolCase): string {
  const chains = chain === "primary" ? "P, X, C-atomic" : chain === "evm" ? "EVM chains" : undefined;
  const words = [chains, show && `show ${show}`, needs && `with ${needs}`];
  return words.filter((word) => word !== undefined).join(", ") || "the list";
}

function jsonSchemaOf(schema: z.core.$ZodType): Json {
  const {
    $schema: _,
    description: __,
    ...json
  } = z.toJSONSchema(schema as z.ZodType, { unrepresentable: "any" });
  return json;
}
