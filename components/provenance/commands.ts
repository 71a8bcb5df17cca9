import type { Command } from "./terminal";

/** A call of the node as curl: which of its APIs (`bc/P`, `index/C/block`), a method and its parameters. */
export interface NodeCall {
  api: string;
  method: string;
  params: Record<string, string | number> | readonly (string | boolean)[];
}

/** `url` is the node's without a path. */
export function nodeCommand(url: string, { api, method, params }: NodeCall): Command {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return {
    label: "your node",
    text: `curl -H 'content-type: application/json' -d '${body}' ${url.replace(/\/$/, "")}/ext/${api}`,
  };
}

/** A path of Firn's own REST interface as curl; `url` is the API's without a path. */
export function firnCommand(url: string, path: string): Command {
  return { label: "Firn’s API", text: `curl ${url}${path}` };
}
