import { openDataClient } from "../client/data";
import { originOf, readConfig } from "../config";
import { type FirnStatus, getStatus, type StreamStatus } from "../contract/firn/status";
import { parseOptions } from "./args";

/** `firn status`: what is indexed and how fresh it is, as the running API says. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  parseOptions(args, {});
  const { host, apiPort } = readConfig(env);
  const client = openDataClient({ baseUrl: originOf(host, apiPort), timeoutMs: 5_000 });
  process.stdout.write(statusText(await client.get(getStatus, { params: {} })));
}

/** The status as lines for a terminal. */
export function statusText(status: FirnStatus): string {
  const { network, node } = status;
  const version = [node.version, node.nodeId].filter((part) => part !== undefined).join(", ");
  const lines = [
    `Firn ${status.version} on ${network.name} (network ${network.id}), served as ${network.servedAs}`,
    `node ${node.url ?? ""} ${node.reachable ? `answers (${version})` : `does not answer: ${node.error ?? "no reason known"}`}`,
    ...status.streams.flatMap(streamLines),
    `store ${(status.store.sizeBytes / 1e6).toFixed(1)} MB, schema ${status.store.schemaVersion}`,
  ];
  return `${lines.join("\n")}\n`;
}

function streamLines({ stream, state, indexedHead, behind, error, notice, evm }: StreamStatus): string[] {
  const head = indexedHead === undefined ? "nothing yet" : `height ${indexedHead.height}`;
  const lag = behind === 0 ? "level with the node" : `${behind} behind the node`;
  const name = evm?.name === undefined ? "" : ` (${evm.name})`;
  const said = [
    error && `${error.code}: ${error.message}${error.hint === undefined ? "" : `: ${error.hint}`}`,
    notice,
  ];
  return [
    `${stream.padEnd(8)} ${state}, ${head}, ${lag}${name}`,
    ...said.filter((text) => text !== undefined).map((text) => `${"".padEnd(8)} ${text}`),
  ];
}
