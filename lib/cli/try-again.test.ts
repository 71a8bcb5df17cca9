import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SILENT } from "../log";
import { ENGINE, freshPath } from "../testbed/engines";
import { openPrimary } from "../testbed/test-stores";
import { tryAgain } from "./try-again";

const options = (isReady: boolean) => {
  const said: string[] = [];
  const log = { ...SILENT, warn: (message: string) => void said.push(message) };
  return {
    said,
    isReady: () => isReady,
    sleep: async () => {},
    signal: new AbortController().signal,
    log,
  };
};

/** Writes into a store that has so many pages of room. */
async function write(path: string, pages: number): Promise<void> {
  const store = await openPrimary(path, { mode: "write", nowMs: 0 });
  try {
    await ENGINE.limitSize(store.db, pages);
    const value = "x".repeat(1_000_000);
    await store.db.insertInto("network").values({ key: "genesis", value }).execute();
  } finally {
    await store.close();
  }
}

test("a full disk is said, and work goes on once there is room", async () => {
  const path = freshPath();
  let rooms = [1, 1, 100_000];
  const { said, ...given } = options(true);
  await tryAgain(async () => {
    const [pages = 1, ...others] = rooms;
    rooms = others;
    await write(path, pages);
  }, given);
  expect(rooms).toEqual([]);
  expect(said).toHaveLength(2);
  expect(said[0]).toMatch(
    /disk is full .*make room on the disk that holds FIRN_DATA_DIR; Firn tries again every 10 s/,
  );
});

test("at the start, and where the file is damaged, it is left to who started it", async () => {
  const full = () => write(freshPath(), 1);
  await expect(tryAgain(full, options(false))).rejects.toMatchObject({ code: "STORE_FAILED" });
  const path = freshPath();
  writeFileSync(path, "no database at all".repeat(1_000));
  await expect(tryAgain(() => write(path, 100_000), options(true))).rejects.toMatchObject({
    hint: expect.stringContaining("firn reset"),
  });
});
