import { z } from "zod";
import { equalBytes } from "../../avalanche/codec/bytes";
import { formatId, formatNodeId, parseId, parseNodeId } from "../../avalanche/ids";
import type { StakerRecord } from "../../avalanche/ledger/records";
import { compareBytes } from "../../avalanche/ledger/staker-order";
import * as stakers from "../../contract/node/platform-stakers";
import { parseLossless } from "../../contract/rpc";
import { InputError } from "../../errors";
import { type Addresses, openAddresses } from "../go/address";
import { type Answer, answers } from "../http/json2";
import type { Recording } from "../recording";
import type { ChainNode } from "./chain";
import { platformStakeMethods } from "./platform-stake";
import { presentL1Validator, presentValidator, type UptimeReport } from "./validator-entry";

/**
 * The P-Chain API of validators.
 * @source AvalancheGo vms/platformvm/service.go
 */
export function platformStakerMethods(node: ChainNode): Answer[] {
  const { ledger, chains, hrp, history } = node;
  const addresses = openAddresses(chains, "P", hrp);
  const uptimeReportOf = readUptimeReports(history.recording);
  return [
    answers(stakers.getCurrentValidators, ({ subnetID, nodeIDs }) => {
      const subnetId = parseId(subnetID);
      const nodeIds = [...new Set(nodeIDs)].map(parseNodeId);
      const isRequested = ({ nodeId }: { nodeId: Uint8Array }) =>
        nodeIds.length === 0 || nodeIds.some((each) => equalBytes(each, nodeId));
      const around = { addresses, listed: nodeIds.length === 1, uptimeReportOf };
      const validators = [
        ...stakerEntries(node, { subnetId, isRequested, ...around }),
        ...l1ValidatorsOf(node, subnetId)
          .filter(isRequested)
          .map((each) => presentL1Validator(each, { chain: ledger.p.state.chain(), addresses })),
      ];
      return { validators };
    }),
    answers(stakers.getL1Validator, ({ validationID }) => {
      const { state } = ledger.p;
      const validator = state.l1Validator(parseId(validationID));
      if (validator === undefined)
        throw new InputError("NOT_FOUND", `fetching L1 validator "${validationID}" failed: not found`);
      return {
        ...presentL1Validator(validator, { chain: state.chain(), addresses }),
        subnetID: formatId(validator.subnetId),
        height: String(state.chain().height),
      };
    }),
    ...platformStakeMethods(node),
  ];
}

interface StakerQuery {
  subnetId: Uint8Array;
  isRequested: (place: { nodeId: Uint8Array }) => boolean;
  addresses: Addresses;
  listed: boolean;
  uptimeReportOf: (nodeId: Uint8Array) => UptimeReport;
}

/** Ordered by end time. */
function stakerEntries(
  { ledger }: ChainNode,
  { subnetId, isRequested, uptimeReportOf, ...around }: StakerQuery,
) {
  const ofSubnet = [...ledger.p.state.stakers("current")].filter((each) =>
    equalBytes(each.subnetId, subnetId),
  );
  const withRole = (role: StakerRecord["role"]) => ofSubnet.filter((each) => each.role === role);
  const delegators = withRole("delegator");
  return withRole("validator")
    .filter(isRequested)
    .map((each) =>
      presentValidator(each, { ...around, delegators, uptimeReport: uptimeReportOf(each.nodeId) }),
    );
}

/** Ordered by node id. */
function l1ValidatorsOf({ ledger }: ChainNode, subnetId: Uint8Array) {
  return [...ledger.p.state.l1Validators()]
    .filter((each) => equalBytes(each.subnetId, subnetId))
    .sort((a, b) => compareBytes(a.nodeId, b.nodeId));
}

const validatorsReply = z.object({
  result: z.object({
    validators: z.array(
      z.object({ nodeID: z.string(), uptime: z.string().optional(), connected: z.boolean().optional() }),
    ),
  }),
});

/**
 * The recorded node's uptime reports about other nodes. It sees none that it never reported on, because nobody else is
 * on this network. It has always seen itself.
 */
function readUptimeReports({ answers, network }: Recording): (nodeId: Uint8Array) => UptimeReport {
  const reports = new Map<string, UptimeReport>([[network.nodeId, { uptime: "100.0000", connected: true }]]);
  for (const { method, reply } of answers) {
    if (method !== stakers.getCurrentValidators.name) continue;
    for (const { nodeID, uptime, connected } of validatorsReply.safeParse(parseLossless(reply)).data?.result
      .validators ?? []) {
      if (uptime !== undefined && connected !== undefined) reports.set(nodeID, { uptime, connected });
    }
  }
  return (nodeId) => reports.get(formatNodeId(nodeId)) ?? { uptime: "0.0000", connected: false };
}
