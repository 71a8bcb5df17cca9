import { requireChain } from "@/app/[chain]/chain";
import { loadTx } from "@/app/[chain]/tx/[id]/load";
import { settle } from "@/app/server";
import { sentenceOf } from "@/components/effects/sentence";
import { renderEvidence } from "@/components/provenance/evidence";
import { evidenceOf } from "@/components/provenance/evidence-of";
import { FirnError } from "@/lib/errors";

/** The evidence bundle of a transaction: one HTML file to keep, checked by itself wherever it is opened. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ chain: string; id: string }> },
): Promise<Response> {
  const { chain, id } = await params;
  const found = await settle(loadTx(requireChain(chain), id));
  if (found instanceof FirnError) return new Response(`${found.message}\n`, { status: found.status });
  const { block, container, status } = found;
  const { tx, txIndex, story } = found.view;
  const evidence = evidenceOf({
    title: sentenceOf(story).past,
    tx,
    txIndex,
    block,
    acceptedAtNs: container.acceptedAtNs,
    containerId: container.containerId,
    bytes: container.bytes,
    madeBy: `Firn ${status.version}, network ${status.network.id} (${status.network.name})`,
  });
  return new Response(renderEvidence(evidence), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-disposition": `attachment; filename="firn-${story.known.txHash}.html"`,
    },
  });
}
