import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("no page prints a command that would fetch somebody else's package", () => {
  const files = ["app", "components"].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => `${room}/${file}`),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => /npx firn/.test(readFileSync(file, "utf8")))).toEqual([]);
});
