import { expect, it } from "vitest";
import { inputSchemaOf } from "./arguments";
import { TOOLS } from "./tools";

function schemaOf(name: string) {
  const tool = TOOLS.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return inputSchemaOf(tool) as unknown as {
    properties: Record<string, Record<string, unknown>>;
    required: string[];
  };
}

it("parameters are the contract's, with its words, bounds and choices", () => {
  const { properties, required } = schemaOf("logs");
  expect(properties.pageSize).toMatchObject({ type: "integer", minimum: 1, maximum: 100 });
  expect(properties.topic0?.description).toContain("0x and 64 hex digits each");
  expect(required).toEqual(["chain"]);
  expect(schemaOf("chain_metrics").required).toEqual(["chain", "metric"]);
  expect(schemaOf("search")).toMatchObject({ required: ["q"], properties: { q: { type: "string" } } });
});

it("a parameter says of which chains or lists it is, where it is not of all", () => {
  const { properties } = schemaOf("balances");
  expect(properties.addresses?.description).toMatch(/ \(P, X, C-atomic\)$/);
  expect(properties.address?.description).toMatch(/^an EVM address: 0x and 40 hex digits \(EVM chains\)$/);
  expect(properties.contractAddresses?.description).toMatch(/ \(EVM chains, show erc20\)$/);
  expect(properties.pageSize?.description).toMatch(/ \(EVM chains, show erc20 or collectibles\)$/);
  expect(schemaOf("validators").properties.nodeId?.description).not.toContain("(");
  expect(schemaOf("validators").properties.minRoom?.description).toMatch(/ \(the list\)$/);
  expect(schemaOf("read_contract").properties.height?.description).toMatch(/ \(with function\)$/);
  expect(schemaOf("contract").properties.address?.description).not.toContain("(");
});

it("takes no chain twice, and no second way to turn a page", () => {
  for (const { name } of TOOLS)
    for (const left of ["network", "blockchainId", "chainId", "before", "after"])
      expect(schemaOf(name).properties).not.toHaveProperty(left);
});
