import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { signatureOf } from "../../delivery/signature";
import { type Receiver, startReceiver } from "../../testbed/receiver";
import { run } from "./alerts";

const folder = mkdtempSync(join(tmpdir(), "firn-alerts-"));
const file = join(folder, "alerts.json");
const env = { NODE_ENV: "test" as const, FIRN_ALERTS: file, FIRN_DATA_DIR: folder, FIRN_API_PORT: "1" };
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  const { url } = receiver;
  writeFileSync(
    file,
    JSON.stringify({
      channels: [
        { name: "hook", type: "webhook", url: `${url}/hook`, secret: "s".repeat(16), repeatHours: 6 },
        { name: "team", type: "slack", url: `${url}/hunter2`, quiet: { hours: "22:00-07:00" } },
      ],
    }),
  );
});
afterAll(async () => {
  await receiver.close();
  rmSync(folder, { recursive: true });
});

/** What a command prints. */
async function printed(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  try {
    await run(args, env);
  } finally {
    write.mockRestore();
  }
  return lines.join("");
}

describe("firn alerts", () => {
  it("tests one channel or all, in their own forms", async () => {
    expect(await printed("test", "hook")).toBe("hook: the test was taken\n");
    const [sent] = receiver.received;
    expect(JSON.parse(sent?.body ?? "")).toMatchObject({ channel: "hook", state: "test" });
    const secret = Buffer.from("s".repeat(16)).toString("hex");
    expect(sent?.headers["x-signature"]).toBe(signatureOf(sent?.body ?? "", secret));
    expect(await printed("test")).toBe("hook: the test was taken\nteam: the test was taken\n");
    expect(receiver.received.map(({ path }) => path)).toEqual(["/hook", "/hook", "/hunter2"]);
  });

  it("tests a channel of e-mail", async () => {
    const taken: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData: (stream, _, callback) =>
        void text(stream).then((raw) => callback(null, String(taken.push(raw)))),
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.server.address() as AddressInfo;
    const mailFile = join(folder, "mail.json");
    const mail = { name: "mail", type: "email", from: "firn@example.org", to: ["me@example.org"] };
    writeFileSync(mailFile, JSON.stringify({ channels: [{ ...mail, url: `smtp://127.0.0.1:${port}` }] }));
    const sent = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    await run(["test"], { ...env, FIRN_ALERTS: mailFile });
    sent.mockRestore();
    await new Promise<void>((resolve) => server.close(resolve));
    expect(taken).toHaveLength(1);
    expect(taken[0]).toContain("Subject: Firn: Firn can reach you here\r\n");
    expect(taken[0]).toContain("This is a test.");
  });

  it("says why a channel did not take it, without its address", async () => {
    receiver.answer = () => 403;
    await expect(printed("test", "team")).rejects.toThrow(/^((?!hunter2).)*: team$/);
    receiver.answer = () => 200;
    await expect(printed("test", "nobody")).rejects.toThrow("no channel is called nobody");
  });

  it("lists the channels without their addresses, and says when the API does not answer", async () => {
    const listed = await printed("list");
    expect(listed).toContain("what needs attention is not known");
    expect(listed).toContain("channel hook: webhook, from warning on, again every 6 h\n");
    expect(listed).toContain("channel team: slack, from warning on, quiet 22:00-07:00 UTC\n");
    expect(listed).not.toContain("hunter2");
  });

  it.each([[[]], [["list", "x"]], [["test", "a", "b"]], [["remove"]]])("refuses %j", async (args) => {
    await expect(printed(...args)).rejects.toThrow("is not complete, or too much");
  });

  it("says what to do without a file", async () => {
    await expect(run(["list"], { ...env, FIRN_ALERTS: "" })).rejects.toThrow("FIRN_ALERTS names no file");
  });
});
