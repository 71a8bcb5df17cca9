import { headers } from "next/headers";

/** Origin that this page was asked at, as proxy.ts noted it. */
export async function ownOrigin(): Promise<string> {
  return (await headers()).get("x-firn-origin") ?? "http://127.0.0.1";
}

/**
 * Origin that a request was made to: `https://explorer.example`. A proxy that ends TLS says so in `x-forwarded-proto`; the
 * host has passed the list of allowed hosts by then (proxy.ts).
 */
export function originOfRequest(asked: Headers): string {
  const scheme = asked.get("x-forwarded-proto")?.split(",")[0]?.trim() === "https" ? "https" : "http";
  return `${scheme}://${asked.get("host") ?? "127.0.0.1"}`;
}
