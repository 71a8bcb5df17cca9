import { expect, it } from "vitest";
import { NodeError } from "./errors";
import { openLog } from "./log";

/** The lines that `write` logs, parsed. */
function linesOf(write: (log: ReturnType<typeof openLog>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(openLog("test", { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

it("writes one line of JSON for each call, with level, time, service and message", () => {
  const lines = linesOf((log) => {
    log.info("serving", { url: "http://127.0.0.1:8080", ms: 3, big: 1n });
    log.warn('a "quoted"\nword');
    log.error("no", { err: new Error("why") });
  });
  expect(lines).toMatchObject([
    { level: 30, service: "test", msg: "serving", url: "http://127.0.0.1:8080", ms: 3 },
    { level: 40, msg: 'a "quoted"\nword' },
    {
      level: 50,
      msg: "no",
      err: { type: "Error", message: "why", stack: expect.stringContaining("log.test") },
    },
  ]);
  for (const { time } of lines) expect(new Date(String(time)).toISOString()).toBe(time);
});

it("holds no secret, wherever one stands", () => {
  const url = "https://user:hunter2@node.example.org/rpc?token=hunter2&x=1";
  const cause = Object.assign(new Error(`connect to ${url}`), {
    config: { headers: { "x-api-key": "hunter2" } },
  });
  const error = new NodeError("NODE_UNREACHABLE", `no answer from ${url}`, {
    cause,
    details: { url, asked: [{ url, password: "hunter2" }] },
  });
  const lines = linesOf((log) => {
    log.info(`asked ${url}`, { url, nested: { again: [url] }, apiKey: "hunter2" });
    log.error("failed", { err: error, details: error.details });
    log.error("failed", { err: cause });
    log.error("failed", { err: new AggregateError([cause], `all of ${url}`) });
  });
  expect(lines.length).toBe(4);
  expect(JSON.stringify(lines)).not.toContain("hunter2");
  expect(lines[0]).toMatchObject({
    msg: "asked https://node.example.org/rpc?token=…&x=1",
    nested: { again: ["https://node.example.org/rpc?token=…&x=1"] },
  });
});

it("keeps the name of an API key, which is none", () => {
  expect(linesOf((log) => log.info("request", { keyed: true, key: "alice" }))).toMatchObject([
    { keyed: true, key: "alice" },
  ]);
});
