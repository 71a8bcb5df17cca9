import { formatId, PRIMARY_NETWORK_ID } from "../avalanche/ids";
import { type HealthReport, healthReport } from "../contract/node/health";
import { parseLossless } from "../contract/rpc";
import { type Aliases, openAliases } from "./aliases";
import type { Recording } from "./recording";

/** Every chain that this node runs, by all its names: `P`, `platform` and its id, … Chains of subnets by id only. */
export function openChains(recording: Recording): Aliases {
  const { xChainId, cChainId } = recording.network;
  const primary: [names: string[], id: string][] = [
    [["P", "platform"], formatId(PRIMARY_NETWORK_ID)],
    [["X", "avm"], xChainId],
    [["C", "evm"], cChainId],
  ];
  const running = triedChains(recording).filter((chain) => chain.runs);
  return openAliases([
    ...primary.flatMap(([names, id]) => [...names, id].map((name) => [name, id] as const)),
    ...running.map(({ blockchainId }) => [blockchainId, blockchainId] as const),
  ]);
}

/**
 * Chains of subnets that the recorded node tried to run, and whether they run. The node checks the health of each, also
 * of those whose virtual machine is missing.
 */
export function triedChains(recording: Recording): { blockchainId: string; runs: boolean }[] {
  return Object.entries(recordedChecks(recording, "/ext/health"))
    .filter(([name]) => isBlockchainId(name))
    .map(([blockchainId, { error }]) => ({ blockchainId, runs: error === undefined }));
}

/** Whether a health check is named after a subnet's chain: by its cb58 id. Other names are words. */
export function isBlockchainId(name: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{41,52}$/.test(name);
}

/** The checks of a health API document, as recorded. */
export function recordedChecks(recording: Recording, path: string): HealthReport["checks"] {
  const exchanges = recording.sessions.find((session) => session.name === "health")?.exchanges ?? [];
  const found = exchanges.find(({ request }) => request.method === "GET" && request.path === path);
  return found === undefined ? {} : healthReport.parse(parseLossless(found.response.body)).checks;
}
