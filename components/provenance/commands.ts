import type { Command } from "./terminal";

/** A call of the node: which of its APIs (`bc/P`, `index/C/block`), a method and its parameters. */
export interface NodeCall {
  /** Absent where the URL is that of one API. */
  api?: string;
  method: string;
  params: Record<string, string | number> | readonly (string | boolean)[];
}

/** The call as curl; `url` is the node's without a path. */
export function nodeCommand(url: string, { api, method, params }: NodeCall): Command {
  const at = api === undefined ? url : `${url.replace(/\/$/, "")}/ext/${api}`;
  const body = quoteForShell(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  return {
    label: "Your node",
    text: `curl -H 'content-type: application/json' -d ${body} ${at}`,
  };
}

/** A path of Firn's own REST interface as curl; `url` is the API's without a path. */
export function firnCommand(url: string, path: string): Command {
  return { label: "Firn’s API", text: `curl ${url}${path}` };
}

/** Where an entity is had besides its page. */
export interface CopySource {
  /** Same-origin path of the entity's JSON. */
  jsonPath: string;
  /** Firn's API asked for it in a terminal. */
  curl: string;
  /** The node asked for it, where it answers about one. */
  nodeCurl?: string;
}

/** The same, of an entity that both can be asked for: the node, then Firn's API. */
export function copySource(jsonPath: string, [node, firn]: readonly Command[]): CopySource {
  return { jsonPath, curl: firn?.text ?? "", ...(node !== undefined && { nodeCurl: node.text }) };
}

/** One word of a shell, whatever it holds: parameters of others must not become commands of whoever copies them. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
