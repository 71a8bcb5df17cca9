import type { Command } from "./terminal";

/** A call of the node: which of its APIs (`bc/P`, `index/C/block`), a method and its parameters. */
export interface NodeCall {
  /** Absent if the URL already names one API. */
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

/** A path of Firn's REST interface as curl; `url` is the API's without a path. */
export function firnCommand(url: string, path: string): Command {
  return { label: "Firn’s API", text: `curl ${url}${path}` };
}

/** Where else an entity can be read. */
export interface CopySource {
  /** Same-origin path of the entity's JSON. */
  jsonPath: string;
  /** A curl command to Firn's API. */
  curl: string;
  /** A curl command to the node, if it answers about one entity. */
  nodeCurl?: string;
}

/** The sources of an entity that both can answer; `commands` are the node's, then Firn's API's. */
export function copySource(jsonPath: string, [node, firn]: readonly Command[]): CopySource {
  return { jsonPath, curl: firn?.text ?? "", ...(node !== undefined && { nodeCurl: node.text }) };
}

/** One word of a shell command, whatever it holds: parameters that others chose must not run as commands. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
