import { brand } from "@/app/server";

/** The logo of this explorer's brand. Its address has a version, so that it may be kept. */
export function GET(request: Request): Response {
  const { logo, logoBefore } = brand();
  const version = new URL(request.url).searchParams.get("version") ?? logo?.version;
  const wanted = [logo, logoBefore].find((each) => each?.version === version);
  if (wanted === undefined)
    return new Response(null, { status: 404, headers: { "cache-control": "no-store" } });
  return new Response(wanted.bytes, {
    headers: { "content-type": wanted.type, "cache-control": "public, max-age=31536000, immutable" },
  });
}
