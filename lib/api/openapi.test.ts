import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020";
import { describe, expect, test } from "vitest";
import { ROUTES } from "../contract/routes";
import { buildOpenApi } from "./openapi";

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; description: string; schema: object }[];
  responses: Record<string, { content?: { "application/json"?: Body } }>;
}

interface Body {
  schema: object;
  examples?: { recorded: { value: unknown } };
}

/** Operations whose answers cannot be recorded, and why. */
const WITHOUT_EXAMPLE: Record<string, string> = {
  firnStatus: "says how this Firn is doing now",
  firnAlerts: "likewise",
  firnIndexes: "likewise",
  firnPace: "likewise",
  getOperationResult: "tells of a file that is being made",
  firnNodeHistory: "tells of the time in which this Firn ran",
  firnValidatorUptime: "likewise",
  firnValidationUptime: "likewise",
  openapi: "is the document itself",
  getVertexByHash: "the recording is from after the graph, and has no vertex",
  getVertexByHeight: "likewise",
  firnRightsThrough: "the recording has no contract such as Permit2",
  firnMessageSigners: "the recorded message has not arrived",
  getIcmMessage: "the recording has no message of the messenger",
  getTeleporterMessage: "likewise",
  listIcmMessages: "likewise",
  listIcmMessagesByAddress: "likewise",
  listTeleporterMessages: "likewise",
  getICMTimeseries: "likewise",
  getICMSummary: "likewise",
  getTeleporterMetricsByChain: "likewise",
  listTeleporterMessagesByAddress: "likewise",
  firnNodeTx: "asks about what no index has",
  firnUpgrades: "the recorded node does not say them",
  firnIndexedContainers: "asks the node's index",
  firnBalances: "needs a chain beside the address",
  firnContractSource: "the recording's contracts have no verified sources",
  firnCallFunction: "needs a function of a contract",
  getAddressesByBalanceOverTime: "needs a threshold",
  ready: "says how this Firn is doing now",
  getApiUsageMetrics: "is told to who has a key",
  listWebhooks: "is what somebody owns",
  getWebhook: "likewise",
  getAddressesFromWebhook: "likewise",
  getSharedSecret: "likewise",
  listWebhookStates: "likewise",
  listGivenAbis: "is for this Firn's own processes",
};

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
  firnBlocksAt: "heights",
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
  test("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    // The validator changes what it is given.
    expect(await validator.validate(JSON.parse(JSON.stringify(document)))).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  test("has examples that its own schemas allow, for all that can be recorded", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ ...document, $id: "firn" }, "firn");
    const lacking = operations.flatMap(({ path, method, operation }) => {
      const json = operation.responses[200]?.content?.["application/json"];
      if (json === undefined || method !== "get") return [];
      if (json.examples === undefined) return [operation.operationId];
      const pointer = `/paths/${path.replaceAll("/", "~1")}/get/responses/200/content/application~1json/schema`;
      const fits = ajv.compile({ $ref: `firn#${encodeURI(pointer)}` });
      expect(fits(json.examples.recorded.value), operation.operationId).toBe(true);
      return [];
    });
    expect(lacking.sort()).toEqual(Object.keys(WITHOUT_EXAMPLE).sort());
  });

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
