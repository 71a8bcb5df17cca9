import { validateSignature } from "@avalanche-sdk/chainkit/utils/validateSignature.js";
import fc from "fast-check";
import { expect, it, onTestFinished, vi } from "vitest";
import { canonicalJson, newSigningSecret, signatureOf } from "./signature";

it("is what the official SDK accepts, for the same payload and secret only", () => {
  const said = vi.spyOn(console, "log").mockImplementation(() => {}); // it prints what it compares
  onTestFinished(() => said.mockRestore());
  const secret = newSigningSecret();
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const body = canonicalJson(value);
      expect(JSON.parse(body)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(validateSignature(secret, signatureOf(body, secret), JSON.parse(body))).toBe(true);
      expect(validateSignature(newSigningSecret(), signatureOf(body, secret), JSON.parse(body))).toBe(false);
      expect(validateSignature(secret, signatureOf(`${body} `, secret), JSON.parse(body))).toBe(false);
    }),
  );
});

it("orders members by name, and leaves out those that are undefined", () => {
  expect(canonicalJson({ b: undefined, "9": 1, "10": [1, { d: "é", c: null }] })).toBe(
    '{"10":[1,{"c":null,"d":"é"}],"9":1}',
  );
});
