import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { LogFile } from "./log-file.mjs";

/** A log in a folder of its own, a clock that the test moves, and what the log complained of. */
function openLog(limitBytes?: number) {
  const folder = mkdtempSync(join(tmpdir(), "firn-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "logs", "index.log");
  const complaints: string[] = [];
  const clock = { now: 0 };
  const log = new LogFile(path, {
    complain: (sentence: string) => complaints.push(sentence),
    limitBytes,
    now: () => clock.now,
  });
  return { folder, path, log, clock, complaints, text: (name = path) => readFileSync(name, "utf8") };
}

describe("the log of a service", () => {
  test("drops what a full disk takes no more, says so once, and goes on when there is room", async () => {
    const { path, log, clock, complaints, text } = openLog();
    log.write("first");
    await log.close();
    rmSync(path);
    symlinkSync("/dev/full", path);
    clock.now += 10_000;
    log.write("lost");
    await expect.poll(() => complaints).toEqual([expect.stringMatching(/can't be written \(ENOSPC\)/)]);
    log.write("lost too");
    rmSync(path);
    clock.now += 10_000;
    log.write("there again");
    expect(complaints[1]).toMatch(/can be written again; 2 lines were dropped/);
    await log.close();
    expect(text()).toBe("2 lines were dropped: they could not be written\nthere again\n");
  });

  test("is created again after it was moved away", async () => {
    const { path, log, clock, complaints, text } = openLog();
    log.write("before");
    await expect.poll(() => text()).toBe("before\n");
    renameSync(path, `${path}.moved`);
    clock.now += 10_000;
    log.write("after");
    await log.close();
    expect(text(`${path}.moved`)).toBe("before\n");
    expect(text()).toBe("after\n");
    expect(complaints).toEqual([]);
  });

  test("ends nothing where its folder can't be written", async () => {
    const { folder, log, clock, complaints, path, text } = openLog();
    writeFileSync(join(folder, "logs"), "no folder");
    log.write("lost");
    clock.now += 10_000;
    log.write("lost");
    expect(complaints).toHaveLength(1);
    rmSync(join(folder, "logs"));
    clock.now += 10_000;
    log.write("there again");
    await log.close();
    expect(text(path)).toContain("2 lines were dropped");
  });

  test("is put aside when it is long, and cut where it can't be put aside", async () => {
    const { path, log, text } = openLog(10);
    log.write("long enough to be put aside");
    await expect.poll(() => text()).toContain("long enough");
    log.write("next, and long as well");
    await expect.poll(() => text()).toBe("next, and long as well\n");
    expect(text(`${path}.1`)).toBe("long enough to be put aside\n");
    rmSync(`${path}.1`);
    mkdirSync(join(`${path}.1`, "no file"), { recursive: true });
    log.write("last");
    await log.close();
    expect(text()).toBe("last\n");
  });
});
