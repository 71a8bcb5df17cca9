import type { z } from "zod";
import * as info from "../../contract/node/info";
import type { Method } from "../../contract/rpc";
import { InputError } from "../../errors";
import type { Aliases } from "../aliases";
import { type Answer, answers } from "../http/json2";
import { type RecordedAnswers, recordedInfo } from "../recorded-answers";

export interface InfoSources {
  networkId: number;
  recorded: RecordedAnswers;
  chains: Aliases;
  /** VM ids and names of the plugins loaded since the start. */
  loadedVMs: () => Record<string, string[]>;
}

/**
 * The info API: what the recorded node reported about itself, with names given since.
 * @source AvalancheGo api/info/service.go
 */
export function infoMethods({ networkId, recorded, chains, loadedVMs }: InfoSources): Answer[] {
  const recordedResult = <Result extends z.ZodType>({ name }: Method<z.ZodObject, Result>) => {
    const result = recordedInfo(recorded, name);
    if (result === undefined) throw new InputError("NOT_FOUND", "not in this recording");
    return result as z.input<Result>;
  };
  const asRecorded = (method: Method<z.ZodObject>) => answers(method, () => recordedResult(method));
  return [
    answers(info.getNetworkID, () => ({ networkID: String(networkId) })),
    answers(info.getBlockchainID, ({ alias }) => {
      const blockchainID = chains.find(alias);
      if (blockchainID === undefined)
        throw new InputError("NOT_FOUND", `there is no ID with alias: ${alias}`);
      return { blockchainID };
    }),
    answers(info.isBootstrapped, ({ chain }) => {
      if (chain === "") throw new InputError("BAD_PARAMETER", "argument 'chain' not given");
      if (chains.find(chain) !== undefined) return { isBootstrapped: true };
      throw new InputError("NOT_FOUND", `there is no chain with alias/ID '${chain}'`);
    }),
    answers(info.peers, ({ nodeIDs }) => {
      const all = recordedResult(info.peers);
      if (nodeIDs.length === 0) return all;
      const peers = (all.peers ?? []).filter((peer) => nodeIDs.includes(peer.nodeID));
      return { numPeers: String(peers.length), peers };
    }),
    answers(info.getVMs, () => {
      const { vms, fxs } = recordedResult(info.getVMs);
      const all = Object.entries({ ...vms, ...loadedVMs() });
      return { vms: Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1))), fxs };
    }),
    ...[info.getNetworkName, info.getNodeVersion, info.getNodeID, info.getNodeIP].map(asRecorded),
    ...[info.uptime, info.upgrades, info.getTxFee, info.acps].map(asRecorded),
  ];
}
