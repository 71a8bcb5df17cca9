import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { readPages } from "@/app/server";
import { servedName } from "@/components/help/links";
import { type HelpText, readMarkdown } from "@/components/help/markdown";
import { HELP, type HelpName } from "@/components/help/pages";
import { rootFolder } from "@/lib/root-folder";

/** A page of the help, from its file beside this program. It is read again when that changes. */
export async function readHelp(page: HelpName): Promise<HelpText> {
  const path = join(rootFolder(), HELP[page].file);
  const { mtimeMs: changedAtMs } = await stat(path);
  const known = readPages().get(path);
  if (known?.changedAtMs === changedAtMs) return known.text;
  const text = readMarkdown(await readFile(path, "utf8"));
  readPages().set(path, { changedAtMs, text });
  return text;
}

/** A file that pages of the help show or offer, by its name in their addresses. Undefined if there is none. */
export async function readHelpFile(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const paths = await readdir(join(rootFolder(), "docs"), { recursive: true });
  const path = paths
    .map((each) => `docs/${each.replaceAll("\\", "/")}`)
    .find((each) => servedName(each) === name);
  return path === undefined ? undefined : new Uint8Array(await readFile(join(rootFolder(), path)));
}
