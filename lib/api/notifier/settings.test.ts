import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { readAlertSettings, watchAlertSettings } from "./settings";

const folder = mkdtempSync(join(tmpdir(), "firn-alerts-"));
const path = join(folder, "alerts.json");
afterAll(() => rmSync(folder, { recursive: true }));

const hook = { name: "hook", type: "webhook", url: "https://example.org/x", secret: "s".repeat(16) };
const mail = {
  name: "mail",
  type: "email",
  url: "smtp://mail.example.org:587",
  from: "firn@example.org",
  to: ["me@example.org"],
};
const write = (value: unknown) =>
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
const read = (value: unknown, env: Record<string, string> = {}) => {
  write(value);
  return readAlertSettings(path, env);
};
const channels = (...list: object[]) => ({ channels: list });

describe("the file of alerts", () => {
  it("has channels of every type, with secrets from the environment and from files", () => {
    writeFileSync(join(folder, "token"), "tk_1\n");
    const { web, channels: read_ } = read(
      {
        web: "https://firn.example.org/",
        channels: [
          { ...hook, quiet: { hours: "22:00-07:00", timeZone: "Europe/Berlin" }, repeatHours: 12 },
          { name: "phone", type: "ntfy", topic: "firn", token: { file: "token" }, severity: "info" },
          { name: "team", type: "slack", url: { env: "SLACK_URL" }, only: ["node-away"] },
          { name: "me", type: "telegram", token: { env: "BOT" }, chat: "42", recovery: false },
          { ...mail, url: { env: "SMTP_URL" } },
        ],
      },
      {
        SLACK_URL: "https://hooks.slack.com/services/T/B/x",
        BOT: "1:a",
        SMTP_URL: "smtps://me%40example.org:p%40ss@mail.example.org",
      },
    );
    expect(web).toBe("https://firn.example.org");
    expect(read_).toMatchObject([
      { name: "hook", severity: "warning", recovery: true, quiet: { exceptCritical: false } },
      { name: "phone", url: "https://ntfy.sh", token: "tk_1", severity: "info" },
      { name: "team", url: "https://hooks.slack.com/services/T/B/x", only: ["node-away"] },
      { name: "me", url: "https://api.telegram.org", token: "1:a", recovery: false },
      { name: "mail", url: "smtps://me%40example.org:p%40ss@mail.example.org", to: ["me@example.org"] },
    ]);
  });

  it.each([
    ["{", /alerts\.json, which is not JSON/],
    [{}, /has an error: channels: /],
    [channels(), /channels: must have a channel/],
    [channels({ ...hook, type: "pigeon" }), /type: must be webhook, ntfy, slack, telegram or email/],
    [channels({ ...hook, onyl: [] }), /onyl/],
    [channels({ ...mail, to: ["me"] }), /to\.0: must be an e-mail address/],
    [channels({ ...mail, to: [] }), /to: must have an address/],
    [channels({ ...mail, url: "https://mail.example.org" }), /mail\.url must be like smtp:/],
    [channels({ ...mail, url: "smtp://me:%zz@mail.example.org" }), /mail\.url must be like smtp:/],
    [channels(hook, hook), /two channels are called hook/],
    [channels({ ...hook, only: ["node-gone"] }), /there are no alerts called node-gone/],
    [channels({ ...hook, quiet: { hours: "22-7" } }), /quiet\.hours: must be like 22:00-07:00/],
    [channels({ ...hook, quiet: { hours: "22:00-07:00", timeZone: "Mars" } }), /must be a time zone like/],
    [channels({ ...hook, repeatHours: 0 }), /repeatHours: must be at least 1/],
    [channels({ ...hook, severity: "bad" }), /severity: must be info, warning, critical/],
    [channels({ ...hook, secret: "short" }), /hook\.secret must have 16 characters or more/],
    [
      channels({ ...hook, secret: { env: "NOPE" } }),
      /hook\.secret is in the variable NOPE, which is not set/,
    ],
    [
      channels({ ...hook, secret: { file: "nope" } }),
      /hook\.secret is in .*nope, which can't be read \(ENOENT\)/,
    ],
    [channels({ ...hook, addresses: [] }), /addresses: must name an address, or be left out/],
    [
      channels({ ...hook, addresses: [{ address: "P-avax1nobody" }] }),
      /addresses\.0\.address: must be an address/,
    ],
    [channels({ ...hook, addresses: [{ address: "0x12" }] }), /addresses\.0\.address: must be an address/],
    [{ ...channels(hook), web: "firn" }, /web: must be a URL like/],
  ])("says what is wrong in %j", (value, message) => {
    expect(() => read(value)).toThrow(message);
  });

  it("shows no secret in what it says", () => {
    for (const url of ["ftp://user:hunter2@host/", "https://user:hunter2@host/x", "hunter2"])
      expect(() => read(channels({ ...hook, url }))).toThrow(/^((?!hunter2).)*$/s);
    expect(() => read(channels({ ...hook, secret: "hunter2" }))).toThrow(/^((?!hunter2).)*$/s);
  });

  it("is followed, and what it said before goes on while it is wrong", async () => {
    const said: string[] = [];
    const log = { warn: (message: string) => said.push(message) };
    write("{");
    const watched = watchAlertSettings(path, { env: {}, log, lookMs: 5 });
    expect(watched.current()).toBeUndefined();
    expect(said).toEqual([expect.stringContaining("is not JSON")]);
    const names = () => watched.current()?.channels.map(({ name }) => name);
    const until = async (isIt: () => boolean) => {
      for (const deadline = Date.now() + 60_000; !isIt(); await sleep(5))
        if (Date.now() > deadline) throw new Error(JSON.stringify({ names: names(), said }));
    };
    write(channels(hook));
    await until(() => names()?.join() === "hook");
    write(channels({ ...hook, name: "other" }, { ...hook, secret: { file: "late" } }));
    await until(() => said.length === 2);
    expect(said[1]).toContain("What it said before goes on");
    expect(names()).toEqual(["hook"]);
    writeFileSync(join(folder, "late"), "t".repeat(16));
    await until(() => names()?.join() === "other,hook");
    writeFileSync(join(folder, "late"), "u".repeat(17));
    await until(() => JSON.stringify(watched.current()).includes("u".repeat(17)));
    watched.close();
  });
});
