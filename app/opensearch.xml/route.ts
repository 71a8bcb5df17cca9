import { brand } from "@/app/server";
import { escapeHtml } from "@/components/ui/escape-html";
import { hrefTo } from "@/lib/contract/pages";

/** Where a browser puts what was typed. */
const TERMS = "{searchTerms}";

/**
 * Tells a browser how to search here from its own bar. Addresses are of the origin that was asked.
 * @source OpenSearch 1.1
 */
export function GET(request: Request): Response {
  const origin = request.headers.get("x-firn-origin") ?? new URL(request.url).origin;
  const search = origin + hrefTo("search", {}, { q: TERMS }).replace(encodeURIComponent(TERMS), TERMS);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${escapeHtml(brand().name.slice(0, 16))}</ShortName>
  <Description>Blocks, transactions, addresses, validators, tokens and L1s on ${escapeHtml(new URL(origin).host)}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="32" height="32" type="image/x-icon">${escapeHtml(origin)}/favicon.ico</Image>
  <Url type="text/html" method="get" template="${escapeHtml(search)}"/>
</OpenSearchDescription>
`;
  return new Response(xml, {
    headers: { "content-type": "application/opensearchdescription+xml; charset=utf-8" },
  });
}
