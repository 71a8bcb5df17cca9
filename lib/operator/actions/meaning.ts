import type { Outcome } from "../../contract/operator/actions";

/** What an outcome that is not "done" means to whoever asked for it. */
export function meaningOf(outcome: Exclude<Outcome["outcome"], "done">, message: string): string {
  if (outcome === "not-sent") return "The node was not reached: nothing has changed.";
  if (outcome === "unknown")
    return "The connection broke after the request was sent: the node may have done it or not.";
  return (
    MEANINGS.find(([words]) => words.test(message))?.[1] ?? "The node did not do it, and nothing has changed."
  );
}

/** The node's words, of AvalancheGo 1.14 and its recordings. */
const MEANINGS: readonly [words: RegExp, meaning: string][] = [
  [/^alias length is too long$/, "An alias has at most 512 bytes."],
  [
    /^route is either already aliased or already maps to a handle/,
    "That address is taken. An alias stays until the node restarts, and can't be given twice.",
  ],
  [
    /^failed to create endpoint as .* already exists$/,
    "The node serves an endpoint of its own at that address.",
  ],
  [/^there is no ID with alias/, "This node knows no chain by that name."],
  [/base58 decoding error|checksum/, "The node could not read the blockchain's id."],
  [/^alias already mapped to an ID/, "That name belongs to a chain already, perhaps to this one."],
  [
    /need to specify either displayLevel or logLevel/,
    "A level for the file, for the display or for both is needed.",
  ],
  [/^couldn't unmarshal an argument/, "The node could not read a parameter."],
  [
    /^logger with name .* not found$/,
    "The node has no logger of that name. A chain's logger comes with its chain, a while after the node starts.",
  ],
  [/^cpu profiler already running$/, "A CPU profile is being taken already. Stopping it writes it."],
  [
    /^cpu profiler doesn't exist$/,
    "No CPU profile is being taken: none was started, or the node restarted since.",
  ],
  [
    /^invalid vmID/,
    "A file in the node's plugin folder is named by neither an id nor an alias of a VM. Nothing was loaded.",
  ],
  [/permission denied|no such file|read-only file system/, "The node may not read or write its own folder."],
  [/^rpc: can't find method/, "This version of the node does not have that method."],
  [/^HTTP 404/, "The node runs without its admin API: start it with --api-admin-enabled=true."],
  [/^HTTP 403/, "The node does not answer to that host name: see its --http-allowed-hosts."],
];
