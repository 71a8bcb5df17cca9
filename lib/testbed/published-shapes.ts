import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";

const FOLDER = fileURLToPath(new URL("../../../shared/reference/openapi/", import.meta.url));

/** Whether the published OpenAPI documents are beside the repository: tests against them need ../shared. */
export const HAS_PUBLISHED_SHAPES = existsSync(FOLDER);

/**
 * Returns a function that says what is wrong with a body according to a schema of a published document; undefined if
 * nothing is.
 */
export function openPublishedShapes(
  name: "data-api" | "metrics-api" = "data-api",
): (shape: string, body: unknown) => string | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const document = JSON.parse(readFileSync(`${FOLDER}${name}.json`, "utf8"), withoutLooseNull);
  ajv.addSchema({ ...document, $id: "published" }, "published");
  const validators = new Map<string, ValidateFunction>();
  return (shape, body) => {
    const validate = validators.get(shape) ?? ajv.compile({ $ref: `published#/components/schemas/${shape}` });
    validators.set(shape, validate);
    return validate(body) ? undefined : JSON.stringify(validate.errors?.slice(0, 3));
  };
}

/** The validator refuses `nullable` beside a reference, so it is written as the choice that it means. */
function withoutLooseNull(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("nullable" in value) || "type" in value) return value;
  const { nullable, ...rest } = value;
  return nullable === true ? { anyOf: [rest, { type: "null" }] } : rest;
}
