import { expect, test } from "vitest";
import { isAllowedHost } from "./host";

const loopback = { allowedHosts: ["localhost", "127.0.0.1", "[::1]", "Firn.example"], host: "127.0.0.1" };

test.each(["localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:8080", "[::1]", "firn.example:80"])(
  "%s is ours",
  (header) => expect(isAllowedHost(header, loopback)).toBe(true),
);

test.each([
  "",
  "evil.example",
  "127.0.0.1.evil.example",
  "localhost.",
  "localhost:",
  "evil.example:8080",
  "localhost@evil.example",
  "[::1",
  "::1",
  "0.0.0.0",
  "127.1",
])("%s is not", (header) => expect(isAllowedHost(header, loopback)).toBe(false));

test("the address that Firn listens on is ours, as written in a URL", () => {
  expect(isAllowedHost("192.168.1.5:8080", { allowedHosts: [], host: "192.168.1.5" })).toBe(true);
  expect(isAllowedHost("[fd00::1]:8080", { allowedHosts: [], host: "fd00::1" })).toBe(true);
  expect(isAllowedHost("[fd00::2]:8080", { allowedHosts: [], host: "fd00::1" })).toBe(false);
});

test("a Firn that listens everywhere accepts its own services, whatever its operator lists", () => {
  for (const host of ["0.0.0.0", "::"]) {
    expect(isAllowedHost("127.0.0.1:8080", { allowedHosts: ["firn.example"], host })).toBe(true);
    expect(isAllowedHost("localhost:8080", { allowedHosts: ["firn.example"], host })).toBe(false);
  }
});
