/**
 * What is wrong with where a POST comes from, or undefined: only a page of this very origin may act. `host` has passed
 * the list of allowed names by then (proxy.ts); no header that a go-between writes is looked at.
 */
export function originFault(headers: Headers): string | undefined {
  const host = headers.get("host") ?? "";
  const origin = headers.get("origin") ?? "";
  const site = headers.get("sec-fetch-site");
  if (origin !== `http://${host}` && origin !== `https://${host}`)
    return `it comes from ${origin === "" ? "no origin" : `the origin "${origin.slice(0, 200)}"`}, not from "${host}"`;
  if (site !== null && site !== "same-origin") return `the browser says it is ${site.slice(0, 40)}`;
  return undefined;
}

/** Whether the browser itself says that it came by https: then, and only then, a cookie may say `Secure`. */
export function isHttps(headers: Headers): boolean {
  return (headers.get("origin") ?? "").startsWith("https://");
}
