import { describeBlocks } from "@/app/[chain]/txs/sentences";
import { refusal, refusalOf } from "@/app/refusal";
import { settle } from "@/app/server";
import { isChain } from "@/components/ui/chains";
import { FirnError } from "@/lib/errors";

/** Blocks of one page of the list, at most. */
const MAX_BLOCKS = 100;

/**
 * `?blocks=110,109`, of vertices their ids: what each of their transactions does, by transaction id. For the rows a list
 * adds to its first page.
 */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ chain: string }> },
): Promise<Response> {
  const places = (new URL(request.url).searchParams.get("blocks") ?? "").split(",");
  const isSound =
    places.length <= MAX_BLOCKS &&
    places.every((place) => /^(\d{1,12}|[1-9A-HJ-NP-Za-km-z]{30,60})$/.test(place));
  const { chain } = await params;
  if (!isChain(chain) || !isSound)
    return refusal(400, "blocks must be at most 100 heights or vertex ids, comma separated");
  const sentences = await settle(describeBlocks(chain, places));
  return sentences instanceof FirnError ? refusalOf(sentences) : Response.json(sentences);
}
