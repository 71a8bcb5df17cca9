import { brand } from "@/app/server";

/** The logo of this explorer's brand. Its address has a version, so that it may be kept. */
export function GET(): Response {
  const { logo } = brand();
  if (logo === undefined)
    return new Response(null, { status: 404, headers: { "cache-control": "no-store" } });
  return new Response(logo.bytes, {
    headers: { "content-type": logo.type, "cache-control": "public, max-age=31536000, immutable" },
  });
}
