import { toHex } from "../../avalanche/codec/bytes";
import { InputError } from "../../errors";
import { readOwners, type ServedNetwork } from "../request/network";
import { readNodeIds } from "../request/node-ids";

/** Whose rewards to list. */
export interface Recipients {
  addresses: readonly Uint8Array[] | undefined;
  nodeIds: readonly Uint8Array[] | undefined;
  canonical: { addresses: string[] | undefined; nodeIds: string[] | undefined };
}

/** @throws InputError BAD_PARAMETER when neither parameter is given, or an item is not an address or node id */
export function readRecipients(
  network: ServedNetwork,
  query: { addresses?: string | undefined; nodeIds?: string | undefined },
): Recipients {
  if (query.addresses === undefined && query.nodeIds === undefined)
    throw new InputError("BAD_PARAMETER", "addresses or nodeIds must be given");
  const addresses = query.addresses === undefined ? undefined : readOwners(network, query.addresses);
  const nodeIds = query.nodeIds === undefined ? undefined : readNodeIds(query.nodeIds);
  return {
    addresses,
    nodeIds,
    canonical: { addresses: addresses?.map(toHex).sort(), nodeIds: nodeIds?.map(toHex).sort() },
  };
}
