import { expect, it, vi } from "vitest";
import { FirnError, InputError, NodeError, redactUrls } from "./errors";

it.each([
  ["http://user:pass@host:9650/ext", "http://host:9650/ext"],
  ["asked postgres://me@db/x and HTTPS://a:b@c", "asked postgres://db/x and HTTPS://c"],
  ["http://h/x?apikey=abc&id=7&access_token=d-e.f%20#top", "http://h/x?apikey=…&id=7&access_token=…#top"],
  ["write to me@host, see http://host/@x", "write to me@host, see http://host/@x"],
])("%s loses its credentials", (text, redacted) => {
  expect(redactUrls(text)).toBe(redacted);
  expect(new InputError("BAD_PARAMETER", text, { hint: text })).toMatchObject({
    message: redacted,
    hint: redacted,
  });
});

it.each(["a", "a:", "a://", "://a", "@"])("a message may quote megabytes of %j", (unit) => {
  const text = unit.repeat(4_000_000 / unit.length);
  expect(redactUrls(text)).toBe(text);
});

it("an error is of its class for another copy of this file, as each bundle of the web has one", async () => {
  vi.resetModules();
  const copy = await import("./errors");
  expect(copy.InputError).not.toBe(InputError);
  const error = new copy.InputError("NOT_FOUND", "no such block");
  expect(error).toBeInstanceOf(InputError);
  expect(error).toBeInstanceOf(FirnError);
  expect(error).not.toBeInstanceOf(NodeError);
  expect([new Error("no"), undefined, "no"].filter((each) => each instanceof FirnError)).toEqual([]);
});
