import type { LookupFunction } from "node:net";
import { expect, it, test } from "vitest";
import { startReceiver } from "../testbed/receiver";
import { openPost, refusalOfUrl } from "./post";

const named =
  (...addresses: string[]): LookupFunction =>
  (_, __, callback) =>
    (callback as (error: null, found: object[]) => void)(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
const message = { body: "{}", headers: {}, signal: new AbortController().signal };

test.each([
  ["http://169.254.169.254/latest/meta-data", true],
  ["http://[fe80::1]/", true],
  ["http://[::ffff:169.254.169.254]/", true],
  ["http://[fd00:ec2::254]/", true],
  ["http://2852039166/", true], // 169.254.169.254 as one number
  ["http://0xa9.0xfe.0xa9.0xfe/", true],
  ["http://127.0.0.1:9650/ext/admin", false],
  ["http://[::1]/", false],
  ["http://10.0.0.1/", false],
  ["http://0/", false],
  ["ftp://example.com/", true],
  ["file:///etc/passwd", true],
  ["http://user:secret@example.com/", true],
  ["example.com", true],
])("%s is refused as it is written", async (url, isPrivate) => {
  expect(refusalOfUrl(url, isPrivate)).toBeTypeOf("string");
});

test.each(["http://127.0.0.1:8000/x", "https://hooks.example.com/a?b=c", "http://[::1]:8000/"])(
  "%s is possible for whoever may name private addresses",
  (url) => expect(refusalOfUrl(url, true)).toBeUndefined(),
);

test.each([
  ["127.0.0.1", false, "hook.example has no allowed address"],
  ["10.1.2.3", false, "hook.example has no allowed address"],
  ["169.254.169.254", true, "hook.example has no allowed address"],
  ["::ffff:169.254.169.254", true, "hook.example has no allowed address"],
])("a name that is %s is not connected to", async (address, isPrivate, reason) => {
  const post = openPost({ lookup: named(address) });
  expect(await post({ ...message, url: "http://hook.example/", isPrivate })).toEqual({ ok: false, reason });
});

it("connects to the address that was checked, and to no other of the same name", async () => {
  const receiver = await startReceiver();
  try {
    const { port } = new URL(receiver.url);
    const post = openPost({ lookup: named("169.254.169.254", "127.0.0.1") });
    expect(await post({ ...message, url: `http://hook.example:${port}/`, isPrivate: true })).toEqual({
      ok: true,
    });
    expect(receiver.received[0]?.headers.host).toBe(`hook.example:${port}`);
  } finally {
    await receiver.close();
  }
});
