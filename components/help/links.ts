import { hrefTo } from "@/lib/contract/pages";
import { HELP, HELP_NAMES, type HelpName } from "./pages";

/** Where a link of a file of the documentation leads from the help. */
export type HelpTarget =
  | { kind: "page"; page: HelpName; href: string }
  | { kind: "file" | "elsewhere"; href: string }
  /** A file of the repository that the help does not show. */
  | { kind: "repository"; path: string };

/** What the help serves beside its pages: images, units, examples. */
const SERVED = /^docs\/(?!decisions\/).*\.(png|yaml|json|conf|service|timer)$/;

/** The path of a file of the documentation in the help, if it is one that is served. */
export function servedName(path: string): string | undefined {
  return SERVED.test(path) ? path.slice("docs/".length).replaceAll("/", "-") : undefined;
}

/** Resolves a link as it is written in `file`, a path in the repository. */
export function resolveLink(link: string, file: string): HelpTarget {
  if (link.startsWith("https://")) return { kind: "elsewhere", href: link };
  const { pathname, hash } = new URL(link, `file:///${file}`);
  const path = decodeURIComponent(pathname.slice(1));
  const page = HELP_NAMES.find((name) => HELP[name].file === path);
  if (page !== undefined) return { kind: "page", page, href: hrefTo("helpOf", { page }) + hash };
  const name = servedName(path);
  return name === undefined
    ? { kind: "repository", path }
    : { kind: "file", href: hrefTo("helpFile", { name }) };
}
