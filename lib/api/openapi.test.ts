import { Ajv2020 } from "ajv/dist/2020";
import { describe, expect, test } from "vitest";
import { ROUTES } from "../contract/routes";
import { buildOpenApi } from "./openapi";

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; description: string; schema: object }[];
  responses: Record<string, { content?: { "application/json"?: { schema: object } } }>;
}

const document = buildOpenApi("1.2.3");
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** Required query parameters, by operation. */
const REQUIRED: Record<string, string> = {
  firnSearch: "q",
  firnCallFunction: "function",
  firnContainers: "ids",
  firnPTransactions: "ids",
  firnExports: "addresses",
  firnBalances: "chain",
  getVertexByHeight: "vertexHeight",
  getBalancesByAddresses: "addresses",
  getUtxosByAddresses: "addresses",
  getChainIdsForAddresses: "addresses",
  getLastActivityTimestampByAddresses: "addresses",
  getAddressesByBalanceOverTime: "threshold",
};

describe("the OpenAPI document", () => {
  test("has every route of the contracts", () => {
    expect(operations.map(({ path, method }) => `${method} ${path}`).sort()).toEqual(
      Object.values(ROUTES)
        .map((route) => `${route.method} ${route.path}`)
        .sort(),
    );
  });

  test("resolves every reference, and every schema compiles", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ ...document, $id: "firn" }, "firn");
    for (const { path, method, operation } of operations)
      for (const [status, { content }] of Object.entries(operation.responses)) {
        // An image has no schema, and an accepted request has no body.
        if (content?.["application/json"] === undefined) continue;
        const pointer = `/paths/${path.replaceAll("/", "~1")}/${method}/responses/${status}/content/application~1json/schema`;
        expect(ajv.compile({ $ref: `firn#${encodeURI(pointer)}` }), pointer).toBeTypeOf("function");
      }
  });

  test("has each parameter's place, form and whether it is required", () => {
    for (const { path, operation } of operations)
      for (const parameter of operation.parameters) {
        expect(parameter.description, parameter.name).not.toBe("of another form");
        expect(parameter.required, parameter.name).toBe(
          path.includes(`{${parameter.name}}`) || REQUIRED[operation.operationId] === parameter.name,
        );
      }
  });

  test("gives integers, enumerations and defaults as such", () => {
    const list = operations.find(
      ({ operation }) => operation.operationId === "listLatestPrimaryNetworkTransactions",
    )?.operation;
    const schemaOf = (name: string) => list?.parameters.find((parameter) => parameter.name === name)?.schema;
    expect(schemaOf("pageSize")).toMatchObject({ type: "integer", minimum: 1, maximum: 100, default: 10 });
    expect(schemaOf("sortOrder")).toMatchObject({ enum: ["asc", "desc"], default: "desc" });
    expect(schemaOf("txTypes")).toMatchObject({
      type: "array",
      items: { enum: expect.arrayContaining(["BaseTx"]) },
    });
  });
});
