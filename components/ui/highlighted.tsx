import type { ReactNode } from "react";
import { refractor } from "refractor/core";
import json from "refractor/json";
import solidity from "refractor/solidity";

refractor.register(solidity);
refractor.register(json);

/** What is set apart, by the library's names of tokens. Everything else is plain. */
const LOOKS: Record<string, string> = {
  comment: "text-ink-3",
  keyword: "text-link",
  builtin: "text-link",
  property: "text-link",
  boolean: "text-warn",
  number: "text-warn",
  string: "text-ok",
  "class-name": "font-strong",
  function: "font-strong",
};

/** Code with its words set apart. Made on the server, so that a page brings no script for it. */
export function Highlighted({ text, language }: { text: string; language: "solidity" | "json" }) {
  return <>{refractor.highlight(text, language).children.map(present)}</>;
}

type Tree = ReturnType<typeof refractor.highlight>["children"][number];

function present(node: Tree, at: number): ReactNode {
  if (node.type === "text") return node.value;
  if (node.type !== "element") return null;
  const names = Array.isArray(node.properties.className) ? node.properties.className.map(String) : [];
  const look = names.map((name) => LOOKS[name]).find((found) => found !== undefined);
  const inside = node.children.map(present);
  if (look === undefined) return inside;
  return (
    <span key={at} className={look}>
      {inside}
    </span>
  );
}
