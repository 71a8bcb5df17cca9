import { describeBlocks } from "@/app/[chain]/txs/sentences";
import { refusal, refusalOf } from "@/app/refusal";
import { toResult } from "@/app/server";
import { isChain } from "@/components/ui/chains";
import { FirnError } from "@/lib/errors";

/** Most blocks on one page of the list. */
const MAX_BLOCKS = 100;

/**
 * Sentences about the transactions of `?blocks=110,109` (for vertices their ids), by transaction id. Lists use it for
 * rows after their first page.
 */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ chain: string }> },
): Promise<Response> {
  const names = (new URL(request.url).searchParams.get("blocks") ?? "").split(",");
  const isSound =
    names.length <= MAX_BLOCKS &&
    names.every((name) => /^(\d{1,12}|[1-9A-HJ-NP-Za-km-z]{30,60})$/.test(name));
  const { chain } = await params;
  if (!isChain(chain) || !isSound)
    return refusal(400, "blocks must be at most 100 heights or vertex ids, comma separated");
  const sentences = await toResult(describeBlocks(chain, names));
  return sentences instanceof FirnError ? refusalOf(sentences) : Response.json(sentences);
}
