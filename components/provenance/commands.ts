import type { Command } from "./terminal";

/** A call of the node's P-Chain API as curl; `url` is the node's without a path. */
export function nodeCommand(url: string, method: string, params: Record<string, string | number>): Command {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return {
    label: "your node",
    text: `curl -H 'content-type: application/json' -d '${body}' ${url.replace(/\/$/, "")}/ext/bc/P`,
  };
}

/** A path of Firn's own REST interface as curl; `url` is the API's without a path. */
export function firnCommand(url: string, path: string): Command {
  return { label: "Firn’s API", text: `curl ${url}${path}` };
}
