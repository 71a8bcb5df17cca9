import { expect, it } from "vitest";
import { InputError, redactUrls } from "./errors";

it.each([
  ["http://user:pass@host:9650/ext", "http://host:9650/ext"],
  ["asked postgres://me@db/x and HTTPS://a:b@c", "asked postgres://db/x and HTTPS://c"],
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
