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

/** A link that asks ahead costs a request whenever it comes into sight. */
test("no link asks ahead", () => {
  const asking = [...FILES].flatMap(([path, text]) =>
    [...text.matchAll(/<Link\b/g)]
      .map(({ index }) => openingTag(text, index))
      .filter((tag) => !tag.includes("prefetch={false}"))
      .map((tag) => `${path}: ${tag.slice(0, 80)}`),
  );
  expect(asking).toEqual([]);
});

/** The tag that opens at an index: `>` in braces is code. */
function openingTag(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (sign === "{") depth += 1;
    else if (sign === "}") depth -= 1;
    else if (sign === ">" && depth === 0) return text.slice(from, at);
  }
  return text.slice(from);
}
