import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openAcceptanceFile } from "./acceptance-file";
import { openRecording, type Recording } from "./recording";

let recording: Recording;
let folder: string;
let path: string;

beforeAll(async () => {
  recording = await openRecording("custom-network");
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "firn-acceptances-"));
  path = join(folder, "db", "acceptances.ndjson");
});
afterEach(() => rmSync(folder, { recursive: true }));

const ACCEPTANCES = [1, 2, 3].map((second) => ({
  index: "P/block" as const,
  id: `id-${second}`,
  timestamp: `2026-11-21T00:00:0${second}.123456789Z`,
  indexed: second !== 2,
}));

function write(): void {
  const file = openAcceptanceFile(path, recording);
  file.begin({ indexed: true });
  file.append(ACCEPTANCES);
  file.close();
}

function read() {
  const file = openAcceptanceFile(path, recording);
  file.close();
  return file;
}

describe("an acceptance file", () => {
  it("keeps acceptances and starts across processes", () => {
    write();
    expect(read()).toMatchObject({ kept: ACCEPTANCES, runs: [{ indexed: true }] });
    const again = openAcceptanceFile(path, recording);
    again.begin({ indexed: false });
    again.close();
    expect(read().runs).toEqual([{ indexed: true }, { indexed: false }]);
  });

  it("truncated at any byte loses only the last write, and is still usable", () => {
    write();
    const whole = readFileSync(path);
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      const file = openAcceptanceFile(path, recording);
      const lines = whole.subarray(0, length).toString().split("\n").length - 1;
      expect(file.kept).toEqual(ACCEPTANCES.slice(0, Math.max(0, lines - 2)));
      file.append([ACCEPTANCES[0] as never]);
      file.close();
      expect(read().kept).toEqual([...file.kept, ACCEPTANCES[0]]);
    }
  });

  it("only grows", () => {
    write();
    const before = readFileSync(path);
    write();
    expect(readFileSync(path).subarray(0, before.length)).toEqual(before);
  });

  it("with an unknown line is refused, by file and line", () => {
    write();
    appendFileSync(path, '{"index":"P/block"}\n');
    expect(read).toThrow(`${path}:6 is not a line of a recorded node's acceptances`);
  });

  it("of another network is refused", async () => {
    write();
    const other = await openRecording("local-network");
    expect(() => openAcceptanceFile(path, other)).toThrow(/does not belong to network 12345 with genesis/);
  });

  it.each(["/dev/null", "/proc/firn"])("that cannot be written below %s is refused", (parent) => {
    expect(() => openAcceptanceFile(`${parent}/db/x`, recording)).toThrow(/db can't be written \(E[A-Z]+\)/);
  });
});
