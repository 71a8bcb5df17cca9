import type { z } from "zod";
import * as info from "../../contract/node/info";
import type { Method } from "../../contract/rpc";
import { InputError } from "../../errors";
import type { Aliases } from "../aliases";
import { type Answer, answers } from "../json2";
import type { Outcome, RecordedAnswers } from "../recorded-answers";
import type { Recording } from "../recording";

/** The info API: what the recorded node said of itself. Source: AvalancheGo api/info/service.go. */
export function infoMethods({ network }: Recording, recorded: RecordedAnswers, chains: Aliases): Answer[] {
  const asRecorded = (method: Method<z.ZodObject>) =>
    answers(method, () => resultOf(recorded.find("/ext/info", method.name, {})));
  return [
    answers(info.getNetworkID, () => ({ networkID: String(network.networkId) })),
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
      const all = resultOf(recorded.find("/ext/info", info.peers.name, {})) as z.input<
        typeof info.peers.result
      >;
      if (nodeIDs == null || nodeIDs.length === 0) return all;
      const peers = (all.peers ?? []).filter((peer) => nodeIDs.includes(peer.nodeID));
      return { numPeers: String(peers.length), peers };
    }),
    ...[info.getNetworkName, info.getNodeVersion, info.getNodeID, info.getNodeIP, info.uptime].map(
      asRecorded,
    ),
    ...[info.getVMs, info.upgrades, info.getTxFee, info.acps].map(asRecorded),
  ];
}

function resultOf(outcome: Outcome | undefined): unknown {
  if (outcome !== undefined && "result" in outcome) return outcome.result;
  throw new InputError("NOT_FOUND", outcome?.error.message ?? "not in this recording");
}
