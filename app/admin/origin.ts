/**
 * What is wrong with the origin of a POST, or undefined: only a page of this origin may act. `host` has passed the list
 * of allowed hosts by then (proxy.ts). Headers that a proxy adds are not read.
 */
export function originProblem(headers: Headers): string | undefined {
  const host = headers.get("host") ?? "";
  const origin = headers.get("origin") ?? "";
  const site = headers.get("sec-fetch-site");
  if (origin !== `http://${host}` && origin !== `https://${host}`)
    return `it comes from ${origin === "" ? "no origin" : `the origin "${origin.slice(0, 200)}"`}, not from "${host}"`;
  if (site !== null && site !== "same-origin") return `the browser says it is ${site.slice(0, 40)}`;
  return undefined;
}

/** Whether the browser itself says that it used https. Only then may a cookie be `Secure`. */
export function isHttps(headers: Headers): boolean {
  return (headers.get("origin") ?? "").startsWith("https://");
}
