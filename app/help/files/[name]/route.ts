import { readHelpFile } from "@/app/help/read";
import { refusal } from "@/app/refusal";

/** What an image or example of the help is, by the end of its name. */
const TYPES: Record<string, string> = { png: "image/png", json: "application/json" };

/** A file of the documentation: an image, or an example to download. */
export async function GET(_: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  const { name } = await params;
  const bytes = await readHelpFile(name);
  if (bytes === undefined) return refusal(404, "the help has no such file");
  const type = TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "text/plain; charset=utf-8";
  return new Response(bytes, {
    headers: { "content-type": type, "cache-control": "public, max-age=3600" },
  });
}
