import { ImageResponse } from "next/og";
import { isAbsent } from "@/app/existence";
import { findPage } from "@/app/pages";
import { brand, readStatus } from "@/app/server";
import { cardOf } from "@/components/layout/card";
import { CardImage } from "@/components/layout/card-image";
import { pageOf } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

const SIZE = { width: 1200, height: 630 };

/** Things keep their names: a card is drawn once a day. */
const KEPT = "public, max-age=86400, stale-while-revalidate=604800";

/**
 * The image that a link to a page shows elsewhere: `?of=/p/block/42`. Drawn here, in the font that comes with the
 * framework, which is Firn's own family; nothing is fetched.
 */
export async function GET(request: Request): Promise<Response> {
  const of = new URL(request.url).searchParams.get("of") ?? "";
  const url = URL.canParse(of, "http://firn") ? new URL(of, "http://firn") : undefined;
  const requested = url && pageOf(url);
  if (typeof requested !== "object") return refuse(404);
  const card = cardOf(requested);
  if (card === undefined) return refuse(404);
  const existence = await findPage(requested);
  if (existence instanceof FirnError) return refuse(503);
  if (isAbsent(existence) || "href" in existence) return refuse(404);
  const status = await readStatus();
  const network = status instanceof FirnError ? "Avalanche" : status.network.name;
  const { name: by, accent } = brand();
  const drawn = CardImage({ ...card, network, by, accent: accent?.light ?? "#e12330" });
  const { body } = new ImageResponse(drawn, SIZE);
  return new Response(body, { headers: { "content-type": "image/png", "cache-control": KEPT } });
}

function refuse(status: 404 | 503): Response {
  return new Response(null, { status, headers: { "cache-control": "no-store" } });
}
