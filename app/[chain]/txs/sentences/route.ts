import { tellBlocks } from "@/app/[chain]/txs/sentences";
import { settle } from "@/app/server";
import { FirnError } from "@/lib/errors";

/** Blocks of one page of the list, at most. */
const MAX_BLOCKS = 100;

/** `?blocks=110,109`: what each of their transactions does, by transaction id. For the rows a list adds to its first page. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ chain: string }> },
): Promise<Response> {
  const heights = (new URL(request.url).searchParams.get("blocks") ?? "").split(",");
  const isSound = heights.length <= MAX_BLOCKS && heights.every((height) => /^\d{1,12}$/.test(height));
  if ((await params).chain !== "p" || !isSound)
    return Response.json({ message: "blocks must be at most 100 heights, comma separated" }, { status: 400 });
  const sentences = await settle(tellBlocks(heights));
  if (sentences instanceof FirnError)
    return Response.json({ message: sentences.message }, { status: sentences.status });
  return Response.json(sentences);
}
