import { z } from "zod";
import { route } from "../route";
import { addressesParameter, blockchainIdParameter, MAX_ADDRESSES, networkParameter } from "./parameters";
import { chainName, network } from "./primary-network";
import { MAX_SENT_ADDRESSES } from "./primary-network-utxos";

const chains = "P-, X- or C-";

export const getChainIdsForAddresses = route({
  method: "get",
  path: "/v1/networks/{network}/addresses:listChainIds",
  operationId: "getChainIdsForAddresses",
  tag: "Primary Network",
  summary: "Get chain interactions for addresses",
  description:
    "The Primary Network chains whose transactions created or spent outputs of an address. Addresses without any are left out.",
  params: z.object({ network: networkParameter }),
  query: z.object({ addresses: addressesParameter({ max: MAX_ADDRESSES, chains }) }),
  response: z
    .object({ addresses: z.array(z.object({ address: z.string(), blockchainIds: z.array(z.string()) })) })
    .meta({ id: "ChainAddressChainIdMapListResponse" }),
});

/** The newest creation or spending of an output. */
export const lastActivity = z
  .object({
    /** Unix seconds. */
    timestamp: z.int().optional(),
    /** Empty for the X-Chain's graph, which had no blocks. */
    blockNumber: z.string(),
    txHash: z.string(),
    /** A transaction's last output, or its last input if it has no output. */
    utxoId: z.string(),
    isConsumed: z.boolean(),
    chainName,
    network,
  })
  .meta({ id: "LastActivityTimestamp" });
export type LastActivity = z.infer<typeof lastActivity>;

const lastActivityOf = {
  path: "/v1/networks/{network}/blockchains/{blockchainId}/lastActivityTimestampByAddresses",
  tag: "Primary Network UTXOs",
  description:
    "The newest transaction on one Primary Network chain that created or spent outputs of any of the addresses.",
  params: z.object({ network: networkParameter, blockchainId: blockchainIdParameter }),
  response: lastActivity,
};

export const getLastActivityTimestampByAddresses = route({
  ...lastActivityOf,
  method: "get",
  operationId: "getLastActivityTimestampByAddresses",
  summary: "Get last activity timestamp by addresses",
  query: z.object({ addresses: addressesParameter({ max: MAX_ADDRESSES, chains }) }),
});

export const getLastActivityTimestampByAddressesV2 = route({
  ...lastActivityOf,
  method: "post",
  operationId: "getLastActivityTimestampByAddressesV2",
  summary: "Get last activity timestamp by addresses v2",
  query: z.object({}),
  sent: z.object({ addresses: addressesParameter({ max: MAX_SENT_ADDRESSES, chains }) }),
});
