import { z } from "zod";
import { method } from "../rpc";
import { idParam, idsParam, noParams, textParam, u64 } from "./wire";

/** The P-Chain API of subnets and blockchains. */

const blockchain = z.object({ id: z.string(), name: z.string(), subnetID: z.string(), vmID: z.string() });

/** All but the P-Chain. */
export const getBlockchains = method(
  "platform.getBlockchains",
  noParams,
  z.object({ blockchains: z.array(blockchain) }),
);

/** By id, or by one of this node's names for the chain. */
export const getBlockchainStatus = method(
  "platform.getBlockchainStatus",
  z.object({ blockchainID: textParam }),
  z.object({ status: z.enum(["Validating", "Created", "Preferred", "Syncing", "Unknown"]) }),
);

export const validates = method(
  "platform.validates",
  z.object({ subnetID: idParam }),
  z.object({ blockchainIDs: z.array(z.string()) }),
);

export const validatedBy = method(
  "platform.validatedBy",
  z.object({ blockchainID: idParam }),
  z.object({ subnetID: z.string() }),
);

/** `managerAddress` is hex, null if the subnet was not converted. */
export const getSubnet = method(
  "platform.getSubnet",
  z.object({ subnetID: idParam }),
  z.object({
    isPermissioned: z.boolean(),
    controlKeys: z.array(z.string()),
    threshold: u64,
    locktime: u64,
    subnetTransformationTxID: z.string(),
    conversionID: z.string(),
    managerChainID: z.string(),
    managerAddress: z.string().nullable(),
  }),
);

const subnet = z.object({ id: z.string(), controlKeys: z.array(z.string()), threshold: u64 });

/** Without `ids` all subnets, the primary network last; null if none of the requested ones exists. */
export const getSubnets = method(
  "platform.getSubnets",
  z.object({ ids: idsParam }),
  z.object({ subnets: z.array(subnet).nullable() }),
);
