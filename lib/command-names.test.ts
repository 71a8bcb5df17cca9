import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { asTyped } from "./command-names";
import { describeError, InputError } from "./errors";

afterEach(() => vi.unstubAllEnvs());

it.each([
  ["run `firn reset`", "run `npx firn-explorer reset`"],
  ["npx firn keys add NAME", "npx firn-explorer keys add NAME"],
  [
    "firn verify lists them, and firn status says why",
    "npx firn-explorer verify lists them, and npx firn-explorer status says why",
  ],
  ["firn: port 3000 is in use", "firn: port 3000 is in use"],
  ["the folder /opt/firn is new", "the folder /opt/firn is new"],
  ["postgres://firn:secret@host/firn and more", "postgres://firn:secret@host/firn and more"],
])("%s", (text, expected) => {
  expect(asTyped(text, "npx firn-explorer")).toBe(expected);
});

it("leaves text as it is where nobody knows", () => {
  expect(asTyped("run firn verify", undefined)).toBe("run firn verify");
});

it("does to text that it was done to nothing more", () => {
  const command = fc.constantFrom(
    "npx firn",
    "firn",
    "npx firn-explorer",
    "docker compose exec firn firn",
    "node /opt/firn/lib/cli/start.mjs",
  );
  const words = fc.array(fc.constantFrom("firn", "verify", "run", "npx", "`firn reset`", "firn:", "it"));
  fc.assert(
    fc.property(command, words, words, (typed, before, after) => {
      const once = asTyped(before.join(" "), typed);
      expect(asTyped(once, typed)).toBe(once);
      const more = `${once}: ${after.join(" ")}`;
      expect(asTyped(more, typed)).toContain(once);
    }),
  );
});

it("is what errors say", () => {
  vi.stubEnv("FIRN_COMMAND", "docker compose exec firn firn");
  const error = new InputError("BAD_PARAMETER", "firn verify found it", { hint: "run firn reset --yes" });
  expect(describeError(error)).toBe(
    "docker compose exec firn firn verify found it: run docker compose exec firn firn reset --yes",
  );
});
