import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import { type PublishedName, readPublished } from "./published";

/**
 * Returns a function that says what is wrong with a body according to a shape of a published interface; undefined if
 * nothing is.
 */
export function openPublishedShapes(
  name: PublishedName = "data-api",
): (shape: string, body: unknown) => string | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const document = JSON.parse(JSON.stringify(readPublished(name)), withoutLooseNull);
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
