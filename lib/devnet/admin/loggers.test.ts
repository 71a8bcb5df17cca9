import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LOG_LEVELS } from "../../contract/node/admin";
import { type Loggers, openLoggers } from "./loggers";

let folder: string;
let displayed: string[];
let loggers: Loggers;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "firn-loggers-"));
  displayed = [];
  loggers = openLoggers({
    names: ["P", "X", "vm-factory"],
    folder,
    display: (line) => displayed.push(line),
    nowMs: () => Date.UTC(2026, 10, 21, 0, 35, 38, 411),
  });
});
afterEach(() => {
  loggers.close();
  rmSync(folder, { recursive: true });
});

const WRITTEN = LOG_LEVELS.filter((level) => level !== "OFF");

function file(name: string): string[] {
  const path = join(folder, `${name}.log`);
  return existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
}

describe("a level", () => {
  it.each(LOG_LEVELS)(
    "%s in the file writes itself and all before it, whatever the display shows",
    (logLevel) => {
      loggers.setLevels("P", { logLevel, displayLevel: "OFF" });
      for (const level of WRITTEN) loggers.of("P")(level, "said");
      const expected = WRITTEN.slice(0, LOG_LEVELS.indexOf(logLevel));
      expect(file("P").map((line) => line.split(" ")[1])).toEqual(expected.length === 0 ? [] : expected);
      expect(displayed).toEqual([]);
    },
  );

  it("of the display works the same, whatever the file gets", () => {
    loggers.setLevels("P", { logLevel: "OFF", displayLevel: "DEBUG" });
    for (const level of WRITTEN) loggers.of("P")(level, "said");
    expect(displayed.map((line) => line.split(" ")[1])).toEqual(WRITTEN.slice(0, -1));
    expect(file("P")).toEqual([]);
  });

  it("applies from the next line on, to one logger or to all; a level not given stays", () => {
    const log = loggers.of("X");
    log("DEBUG", "before");
    expect(loggers.setLevels("X", { logLevel: "DEBUG" })).toEqual({
      X: { logLevel: "DEBUG", displayLevel: "INFO" },
    });
    log("DEBUG", "between");
    loggers.setLevels("", { logLevel: "INFO", displayLevel: null });
    log("DEBUG", "after");
    expect(file("X")).toEqual(["[11-21|00:35:38.411] DEBUG <X Chain> between"]);
    expect(Object.keys(loggers.levels(""))).toEqual(["P", "X", "main", "vm-factory"]);
  });

  it("requires one of the two, and an existing logger", () => {
    expect(() => loggers.setLevels("P", {})).toThrow("need to specify either displayLevel or logLevel");
    expect(() => loggers.setLevels("nope", { logLevel: "OFF" })).toThrow('logger with name "nope" not found');
    expect(() => loggers.levels("../P")).toThrow("not found");
  });
});

describe("a line", () => {
  it("has time, level, logger and fields; no input can start a new line", () => {
    loggers.of("P")("INFO", "said", () => ({ height: 7n, path: "/a\n[11-21] FATAL forged\u2028" }));
    loggers.of("vm-factory")("WARN", "said");
    loggers.of("nobody\n")("ERROR", "said");
    expect(file("P")).toEqual([
      '[11-21|00:35:38.411] INFO <P Chain> said {"height":7,"path":"/a\\n[11-21] FATAL forged\u2028"}',
    ]);
    expect(file("vm-factory")).toEqual(["[11-21|00:35:38.411] WARN <vm-factory> said"]);
    expect(file("main")).toEqual(["[11-21|00:35:38.411] ERROR said"]);
  });

  it("costs nothing if no level needs it", () => {
    loggers.of("P")("VERBO", "said", () => {
      throw new Error("asked for its fields");
    });
    expect(displayed).toEqual([]);
  });
});

describe("a log file", () => {
  it("requires its folder", () => {
    writeFileSync(join(folder, "taken"), "");
    const options = { names: [], folder: join(folder, "taken", "logs"), display: () => {}, nowMs: () => 0 };
    expect(() => openLoggers(options)).toThrow(/taken\/logs can't be made \(ENOTDIR\)/);
  });

  it("is appended to after a restart, and rotates once it is too long", () => {
    writeFileSync(join(folder, "P.log"), "earlier\n");
    const log = loggers.of("P");
    log("INFO", "x".repeat(9 * 1024 * 1024));
    log("INFO", "next");
    expect(file("P")).toEqual(["[11-21|00:35:38.411] INFO <P Chain> next"]);
    expect(statSync(join(folder, "P.log.1")).size).toBeGreaterThan(9 * 1024 * 1024);
    expect(readFileSync(join(folder, "P.log.1"), "utf8").startsWith("earlier\n")).toBe(true);
  });

  it("stays in its folder: a link in its place is not followed", () => {
    const outside = mkdtempSync(join(tmpdir(), "firn-outside-"));
    writeFileSync(join(outside, "victim"), "untouched");
    symlinkSync(join(outside, "victim"), join(folder, "P.log"));
    loggers.of("P")("INFO", "said");
    expect(readFileSync(join(outside, "victim"), "utf8")).toBe("untouched");
    rmSync(outside, { recursive: true });
  });

  it("that cannot be written loses lines, but does not stop the node", () => {
    rmSync(folder, { recursive: true });
    loggers.of("P")("INFO", "said");
    expect(displayed).toHaveLength(1);
    folder = mkdtempSync(join(tmpdir(), "firn-loggers-"));
  });
});
