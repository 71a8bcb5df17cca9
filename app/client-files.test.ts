import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Files of the web by path, tests apart. */
const FILES = new Map(
  ["app", "components"].flatMap((folder) =>
    readdirSync(ROOT + folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
      .map((path) => [`${folder}/${path}`, readFileSync(`${ROOT}${folder}/${path}`, "utf8")] as const),
  ),
);

const isClient = (text: string) => text.startsWith('"use client"');

/** The server can render a client file's components, but a call of its other functions fails when the page is made. */
test("functions of client files are called in the browser alone", () => {
  const calls: string[] = [];
  for (const [path, text] of FILES) {
    if (!isClient(text)) continue;
    for (const [, name = ""] of text.matchAll(/^export (?:async )?(?:function|const) ([a-z]\w*)/gm)) {
      const imported = new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from`, "m");
      for (const [user, content] of FILES)
        if (!isClient(content) && imported.test(content)) calls.push(`${user} calls ${name} of ${path}`);
    }
  }
  expect(calls).toEqual([]);
});
