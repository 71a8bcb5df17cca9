import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ALERT_GUIDES } from "@/lib/words/alert-guide";
import { HelpContent } from "./help-content";
import { resolveLink, servedName } from "./links";
import { nodesIn, readMarkdown } from "./markdown";
import { HELP, HELP_GROUPS, HELP_NAMES, type HelpName } from "./pages";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (page: HelpName) => readMarkdown(readFileSync(join(ROOT, HELP[page].file), "utf8"));
const texts = Object.fromEntries(HELP_NAMES.map((page) => [page, read(page)])) as Record<
  HelpName,
  ReturnType<typeof read>
>;
const markup = (page: HelpName) =>
  renderToStaticMarkup(<HelpContent text={texts[page]} file={HELP[page].file} />);
const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, "g"))].map(([, value = ""]) => value);

/** Files that pages show or offer, by name. */
const served = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" }).flatMap(
  (path) => servedName(`docs/${path}`) ?? [],
);

describe("the help", () => {
  it("has every file of the documentation, each in one group", () => {
    const files = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
    const paths = HELP_NAMES.map((page) => HELP[page].file);
    expect(paths.toSorted()).toEqual(["README.md", ...files.map((name) => `docs/${name}`)].toSorted());
    expect(HELP_GROUPS.flatMap(({ pages }) => pages)).toEqual(HELP_NAMES);
  });

  it("serves files by names that nothing else has", () => {
    expect(served).toContain("images-tx-p.png");
    expect(new Set(served).size).toBe(served.length);
  });

  it.each(HELP_NAMES)("%s has links to what is there, with the anchor that they name", (page) => {
    const { file } = HELP[page];
    const links = [...nodesIn(texts[page].tree)].flatMap((node) => ("url" in node ? [node.url] : []));
    const lost = links.filter((link) => {
      const target = resolveLink(link, file);
      if (target.kind === "elsewhere") return !/^https:\/\/\w/.test(link);
      if (target.kind === "repository") return !existsSync(join(ROOT, target.path));
      const [path = "", anchor] = target.href.split("#");
      const name = path.slice(path.lastIndexOf("/") + 1);
      if (target.kind === "file") return !served.includes(name);
      const ids = [...texts[name as HelpName].ids.values()];
      return anchor !== undefined && !ids.includes(anchor);
    });
    expect(lost).toEqual([]);
  });

  it.each(HELP_NAMES)("%s is shown whole, and with nothing of anybody else's", (page) => {
    const html = markup(page);
    const ids = attributes(html, "id");
    expect(texts[page].title).not.toBe("");
    expect(ids.toSorted()).toEqual([...texts[page].ids.values()].toSorted());
    expect(new Set(ids).size).toBe(ids.length);
    for (const source of attributes(html, "src")) expect(source).toMatch(/^\/help\/files\/[\w.-]+$/);
    // What the pages have no elements for would be left out.
    const unknown = [...nodesIn(texts[page].tree)].filter(
      (node) => !KNOWN.has(node.type) && !(node.type === "html" && /^<(br>$|!--)/.test(node.value)),
    );
    expect(unknown).toEqual([]);
  });

  it("has a row for every alert, to which pages link", () => {
    const ids = [...texts.alerts.ids.values()];
    expect(Object.keys(ALERT_GUIDES).filter((kind) => !ids.includes(kind))).toEqual([]);
  });

  it("takes nothing in a file for HTML, and asks no other host for an image", () => {
    const text = readMarkdown(
      "# T\n\n<script>alert(1)</script>\n\nA <b onclick=x>b</b> ![far](https://example.org/a.png)\n\n[x](javascript:alert(1))",
    );
    const html = renderToStaticMarkup(<HelpContent text={text} file="docs/alerts.md" />);
    expect(html).not.toMatch(/<script|<b |onclick|example\.org|javascript:/);
    expect(html).toContain("far");
  });
});

const KNOWN = new Set([
  "root",
  "heading",
  "paragraph",
  "text",
  "strong",
  "emphasis",
  "inlineCode",
  "code",
  "link",
  "image",
  "list",
  "listItem",
  "table",
  "tableRow",
  "tableCell",
]);
