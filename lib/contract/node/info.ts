import { z } from "zod";
import { method } from "../rpc";
import { nodeIdsParam, noParams, textParam, u64 } from "./wire";

/**
 * The info API, at `/ext/info`.
 * @source AvalancheGo api/info/service.go
 */

export const getNetworkID = method("info.getNetworkID", noParams, z.object({ networkID: u64 }));

export const getNetworkName = method("info.getNetworkName", noParams, z.object({ networkName: z.string() }));

export const getNodeVersion = method(
  "info.getNodeVersion",
  noParams,
  z.object({
    version: z.string(),
    databaseVersion: z.string(),
    rpcProtocolVersion: u64,
    gitCommit: z.string(),
    vmVersions: z.record(z.string(), z.string()),
  }),
);

export const getNodeID = method(
  "info.getNodeID",
  noParams,
  z.object({
    nodeID: z.string(),
    nodePOP: z.object({ publicKey: z.string(), proofOfPossession: z.string() }).nullish(),
  }),
);

export const getNodeIP = method("info.getNodeIP", noParams, z.object({ ip: z.string() }));

export const getBlockchainID = method(
  "info.getBlockchainID",
  z.object({
    alias: textParam,
  }),
  z.object({ blockchainID: z.string() }),
);

export const isBootstrapped = method(
  "info.isBootstrapped",
  z.object({
    chain: textParam,
  }),
  z.object({ isBootstrapped: z.boolean() }),
);

export const peers = method(
  "info.peers",
  z.object({ nodeIDs: nodeIdsParam }),
  z.object({
    numPeers: u64,
    peers: z
      .array(z.looseObject({ nodeID: z.string(), version: z.string(), publicIP: z.string() }))
      .nullable(),
  }),
);

export const uptime = method(
  "info.uptime",
  noParams,
  z.object({ rewardingStakePercentage: z.string(), weightedAveragePercentage: z.string() }),
);

/** VM ids with names, and fx ids with names. */
export const getVMs = method(
  "info.getVMs",
  noParams,
  z.object({ vms: z.record(z.string(), z.array(z.string())), fxs: z.record(z.string(), z.string()) }),
);

/** Names of upgrades followed by `Time`, with their times (RFC 3339), and a few settings of other types. */
export const upgrades = method("info.upgrades", noParams, z.record(z.string(), z.unknown()));

/** Fees in nAVAX. */
export const getTxFee = method("info.getTxFee", noParams, z.record(z.string(), u64));

/**
 * ACP numbers with the stake (nAVAX) and the nodes for and against each, as this node's peers prefer.
 * @source avalanchego api/info/service.go ACP
 */
export const acps = method(
  "info.acps",
  noParams,
  z.object({
    acps: z.record(
      z.string(),
      z.object({
        supportWeight: u64,
        supporters: z.array(z.string()).nullish(),
        objectWeight: u64,
        objectors: z.array(z.string()).nullish(),
        abstainWeight: u64,
      }),
    ),
  }),
);
