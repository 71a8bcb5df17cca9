import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { type Mail, withMail } from "./mail";
import type { Post } from "./post";

const MAIL: Mail = {
  from: "firn@example.org",
  to: ["me@example.org", "you@example.org"],
  id: "abc",
  subject: "The node is away\r\nBcc: all@example.org",
  text: "It does not answer.\nStart it again.",
};
const never: Post = async () => {
  throw new Error("this is for mail");
};
const request = {
  body: JSON.stringify(MAIL),
  headers: {},
  isPrivate: true,
  signal: new AbortController().signal,
};

let servers: SMTPServer[] = [];
afterEach(async () => {
  for (const server of servers) await new Promise<void>((resolve) => server.close(resolve));
  servers = [];
});

/** A mail server on loopback: its address, and what it took. */
async function serve(options: ConstructorParameters<typeof SMTPServer>[0]) {
  const taken: { to: string[]; raw: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    onData(stream, session, callback) {
      void text(stream).then((raw) => {
        taken.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
        callback();
      });
    },
    ...options,
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  return { at: `127.0.0.1:${typeof address === "object" ? address?.port : ""}`, taken };
}

test("a message is what its readers get, with one id, and no name of it becomes a header", async () => {
  const { at, taken } = await serve({ authOptional: true });
  const send = withMail(never);
  expect(await send({ ...request, url: `smtp://${at}` })).toEqual({ ok: true });
  expect(await send({ ...request, url: `smtp://${at}` })).toEqual({ ok: true });
  expect(taken.map(({ to }) => to)).toEqual([MAIL.to, MAIL.to]);
  for (const { raw } of taken) {
    expect(raw).toContain("Message-ID: <abc@firn>\r\n");
    expect(raw).toContain("From: firn@example.org\r\n");
    expect(raw).toContain("\r\n\r\nIt does not answer.\r\nStart it again.");
    expect(raw).not.toMatch(/^Bcc:/m);
  }
});

test("a user signs in, and a refusal says why without the password", async () => {
  const { at, taken } = await serve({
    onAuth({ username, password }, _, callback) {
      if (username === "me@example.org" && password === "p@ss") callback(null, { user: username });
      else callback(new Error("who is that"));
    },
  });
  const send = withMail(never);
  expect(await send({ ...request, url: `smtp://me%40example.org:p%40ss@${at}` })).toEqual({ ok: true });
  const refused = await send({ ...request, url: `smtp://me%40example.org:wr0ng@${at}` });
  expect(refused).toMatchObject({ ok: false, reason: expect.stringContaining("who is that") });
  expect(JSON.stringify(refused)).not.toContain("wr0ng");
  expect(taken).toHaveLength(1);
});

test("a server that is away, silent or refuses a reader is a reason", async () => {
  const { at } = await serve({
    authOptional: true,
    onRcptTo: (_, __, callback) => callback(new Error("no such mailbox")),
  });
  const send = withMail(never, { timeoutMs: 200 });
  expect(await send({ ...request, url: `smtp://${at}` })).toMatchObject({
    reason: expect.stringContaining("no such mailbox"),
  });
  expect(await send({ ...request, url: "smtp://127.0.0.1:1" })).toMatchObject({
    reason: expect.stringContaining("ECONNREFUSED"),
  });
  const silent = await serve({ authOptional: true, onConnect: () => {} });
  expect(await send({ ...request, url: `smtp://${silent.at}` })).toMatchObject({ ok: false });
});

test("what was stopped in between has no answer", async () => {
  const { at } = await serve({ authOptional: true, onConnect: () => {} });
  const stop = new AbortController();
  const send = withMail(never, { timeoutMs: 500 });
  const sent = send({ ...request, url: `smtp://${at}`, signal: stop.signal });
  setTimeout(() => stop.abort(), 50);
  expect(await sent).toBeUndefined();
});

test("all other URLs are posted to", async () => {
  const post: Post = async ({ url }) => ({ ok: false, reason: url });
  expect(await withMail(post)({ ...request, url: "https://example.org/" })).toEqual({
    ok: false,
    reason: "https://example.org/",
  });
});
