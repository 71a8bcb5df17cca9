import GithubSlugger from "github-slugger";
import type { Heading, Nodes, Root, TableRow } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";

/** A page of the help as it was read. */
export interface HelpText {
  /** Text of its first heading, which is left out of `tree`. */
  title: string;
  tree: Root;
  /** Anchors of headings, as GitHub makes them, and of table rows that begin with a name in code. */
  ids: ReadonlyMap<Nodes, string>;
  /** Headings of the second level. */
  sections: readonly { id: string; text: string }[];
}

/** Reads a file of the documentation: CommonMark with tables. Of HTML only `<br>` is known. */
export function readMarkdown(text: string): HelpText {
  const { children } = fromMarkdown(text, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const [first, ...rest] = children;
  const isTitled = first?.type === "heading" && first.depth === 1;
  const tree: Root = { type: "root", children: isTitled ? rest : children };
  const ids = new Map<Nodes, string>();
  const slugger = new GithubSlugger();
  // The title's own anchor is taken too.
  const title = isTitled ? textOf(first) : "";
  slugger.slug(title);
  const headings = tree.children.filter((node): node is Heading => node.type === "heading");
  for (const heading of headings) ids.set(heading, slugger.slug(textOf(heading)));
  const taken = new Set(ids.values());
  for (const [row, name] of namedRows(tree)) {
    if (taken.has(name)) continue;
    taken.add(name);
    ids.set(row, name);
  }
  const sections = headings
    .filter(({ depth }) => depth === 2)
    .map((heading) => ({ id: ids.get(heading) ?? "", text: textOf(heading) }));
  return { title, tree, ids, sections };
}

/** Rows of tables whose first cell is one name in code, with that name. */
function namedRows(tree: Root): [TableRow, string][] {
  const tables = tree.children.filter((node) => node.type === "table");
  return tables.flatMap(({ children: [, ...rows] }) =>
    rows.flatMap((row): [TableRow, string][] => {
      const [only, ...more] = row.children[0]?.children ?? [];
      const isName = only?.type === "inlineCode" && more.length === 0 && /^[\w-]+$/.test(only.value);
      return isName ? [[row, only.value]] : [];
    }),
  );
}

/** Every node within, itself first. */
export function* nodesIn(node: Nodes): Generator<Nodes> {
  yield node;
  if ("children" in node) for (const child of node.children) yield* nodesIn(child);
}

/** What a node says, without its marks. */
export function textOf(node: Nodes): string {
  return [...nodesIn(node)].map((each) => ("value" in each ? each.value : "")).join("");
}
