import { hrefTo } from "@/lib/contract/pages";
import { ADMIN, NAVIGATION } from "./navigation";

/** Commands that act on the current page. */
export type PageCommand =
  | { kind: "search" }
  | { kind: "copy" }
  | { kind: "row"; step: 1 | -1 }
  | { kind: "step"; rel: "prev" | "next" };

/** What a key press does. */
export type Command =
  | PageCommand
  | { kind: "prefix" }
  | { kind: "go"; href: string }
  | { kind: "theme" }
  | { kind: "help" };

const COMMANDS: Record<string, Command> = {
  "/": { kind: "search" },
  j: { kind: "row", step: 1 },
  k: { kind: "row", step: -1 },
  c: { kind: "copy" },
  "[": { kind: "step", rel: "prev" },
  "]": { kind: "step", rel: "next" },
  g: { kind: "prefix" },
  t: { kind: "theme" },
  "?": { kind: "help" },
};

/** The command of a key press. After `g` a letter names a page. Keys with Ctrl, Alt or Meta are left to the browser. */
export function readKey(
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey">,
  afterG: boolean,
): Command | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  if (!afterG) return COMMANDS[event.key];
  if (event.key === "h") return { kind: "go", href: hrefTo("home") };
  const page = [...NAVIGATION, ADMIN].find(({ key }) => key === event.key);
  return page === undefined ? undefined : { kind: "go", href: page.href };
}
