import { expect, test } from "vitest";
import { resolvePath } from "./resolve-path";

const STATUS = {
  version: "0.1.0",
  network: { id: 54321, name: "custom", hrp: "custom", servedAs: "fuji" as const, genesisKnown: true },
  node: { reachable: true },
  streams: [],
  store: { sizeBytes: 1, schemaVersion: 1 },
};

test.each([
  ["custom1srhuvfs0r6yn7jyz73pwsj0m06ewehv36puvmq", "checksum is wrong"],
  ["0x1d813260280Edc736dDd3F0cc1F90a794Ec41377", "a character or its case is wrong"],
  ["0x12", "nor 0x and 40 hex digits"],
])("the page of %s says what is wrong with it", (text, reason) => {
  const { title, reasons } = resolvePath(`/address/${text}`, STATUS);
  expect(title).toBe("Not an address of this network");
  expect(reasons[0]?.text).toContain(reason);
});

test("a good address without such a tab links back to itself", () => {
  const address = "custom1srhuvfs0r6yn7jyz73pwsj0m06ewehv36puvmj";
  expect(resolvePath(`/address/${address}`, STATUS).reasons[0]?.action?.href).toBe(`/address/${address}`);
});
