import type { CallOutcome } from "../../contract/operator/actions";

/** What an outcome other than "done" means for the operator. */
export function meaningOf(outcome: Exclude<CallOutcome["outcome"], "done">, message: string): string {
  if (outcome === "not-sent") return "The node was not reached. Nothing has changed.";
  if (outcome === "unknown")
    return "The connection broke after the request was sent. The node may or may not have done it.";
  return (
    MEANINGS.find(([words]) => words.test(message))?.[1] ?? "The node did not do it, and nothing has changed."
  );
}

/** Error messages of AvalancheGo 1.14, as in its recordings. */
const MEANINGS: readonly [words: RegExp, meaning: string][] = [
  [/^alias length is too long$/, "An alias has at most 512 bytes."],
  [
    /^route is either already aliased or already maps to a handle/,
    "That address is taken. An alias stays until the node restarts, and cannot be assigned twice.",
  ],
  [
    /^failed to create endpoint as .* already exists$/,
    "The node already serves one of its own endpoints at that address.",
  ],
  [/^there is no ID with alias/, "This node has no chain with that name."],
  [/base58 decoding error|checksum/, "The node could not parse the blockchain's id."],
  [/^alias already mapped to an ID/, "A chain already has that name, perhaps this one."],
  [
    /need to specify either displayLevel or logLevel/,
    "Choose a level for the file, for the display, or for both.",
  ],
  [/^couldn't unmarshal an argument/, "The node could not parse a parameter."],
  [
    /^logger with name .* not found$/,
    "The node has no logger with that name. A chain's logger appears with its chain, a while after the node starts.",
  ],
  [/^cpu profiler already running$/, "A CPU profile is already running. Stopping it writes it."],
  [
    /^cpu profiler doesn't exist$/,
    "No CPU profile is running: none was started, or the node has restarted since.",
  ],
  [
    /^invalid vmID/,
    "A file in the node's plugin folder is named by neither an id nor an alias of a VM. Nothing was loaded.",
  ],
  [
    /permission denied|no such file|read-only file system/,
    "The node is not allowed to read or write its own folder.",
  ],
  [/^rpc: can't find method/, "This version of the node lacks that method."],
  [/^HTTP 404/, "The node runs without its admin API: start it with --api-admin-enabled=true."],
  [/^HTTP 403/, "The node does not accept that host name: see its --http-allowed-hosts."],
];
