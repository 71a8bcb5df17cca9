import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { buildOpenApi } from "../../api/openapi";
import { compareInterfaces } from "./compare";
import { extractInterface, type Interface } from "./openapi";
import { BEGINNING, writeTables } from "./page";
import { PUBLISHED, readPublished } from "./published";
import { REASONS, reasonOf } from "./reasons";

const PAGE = fileURLToPath(new URL("../../../docs/compatibility.md", import.meta.url));

const firn = extractInterface(buildOpenApi("0") as unknown as Interface);
const all = PUBLISHED.flatMap((name) => compareInterfaces(readPublished(name), firn));
const differences = [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];

describe("docs/compatibility.md", () => {
  test("has every difference from the published interfaces, as the generator writes it", async () => {
    const written = readFileSync(PAGE, "utf8").split(BEGINNING)[0];
    await expect(`${written}${BEGINNING}\n\n${writeTables(differences)}`).toMatchFileSnapshot(PAGE);
  });

  test("has a reason for every difference", () => {
    expect(differences.filter((each) => reasonOf(each) === undefined)).toEqual([]);
  });

  test("has no reason without a difference", () => {
    const used = new Set(differences.map(reasonOf));
    expect(REASONS.filter((reason) => !used.has(reason))).toEqual([]);
  });
});

describe("the comparison", () => {
  const published: Interface = {
    paths: {
      "/v1/things/{id}": {
        get: {
          operationId: "getThing",
          parameters: [
            { name: "size", in: "query", required: false, schema: { type: "number", default: 10 } },
            { name: "kind", in: "query", required: false, schema: { type: "string", enum: ["a", "b"] } },
          ],
          responses: {
            "200": { content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } },
          },
        },
      },
    },
    components: {
      schemas: {
        Thing: {
          type: "object",
          required: ["name", "parts"],
          properties: {
            name: { type: "string" },
            parts: { type: "array", items: { oneOf: [{ $ref: "#/components/schemas/Wheel" }] } },
          },
        },
        Wheel: { type: "object", properties: { size: { type: "number" } } },
      },
    },
  };
  test.each([
    ["an operation", "/v1/things/", "/v1/others/", ["not served"]],
    ["a parameter's name", '"name":"size"', '"name":"length"', ["not there", "Firn's own"]],
    ["a default", '"default":10', '"default":20', ["default 10 → 20"]],
    ["a parameter's values", '["a","b"]', '["a","c"]', ['also "c"; never "b"']],
    ["a status", '"200"', '"201"', ["200 → 201"]],
    ["what is always there", '["name","parts"]', '["parts"]', ["may be missing"]],
    ["a field of a part", '"properties":{"size"', '"properties":{"width"', ["not there", "Firn's own"]],
    ["a type", '"name":{"type":"string"}', '"name":{"type":"number"}', ["string → number"]],
    ["no name of a path's parameter", "{id}", "{thing}", []],
    ["no integer", '"type":"number"', '"type":"integer"', []],
  ])("finds %s", (_, from, to, what) => {
    const text = JSON.stringify(published);
    const other = text.replaceAll(from, to);
    expect(other).not.toBe(text);
    expect(compareInterfaces(published, JSON.parse(other)).map((each) => each.what)).toEqual(what);
  });
});
