import type { NetworkFacts } from "@/components/effects/scene";
import { PRIMARY_NETWORK_ID, parseId } from "@/lib/avalanche/ids";
import type { FirnStatus, StreamStatus } from "@/lib/contract/firn/status";
import { InputError } from "@/lib/errors";

/** What the pages take for granted of the network, from Firn's status. */
export function networkFacts({ network }: FirnStatus): NetworkFacts {
  const { hrp, avaxAssetId, xChainId, cChainId } = network;
  return {
    hrp,
    ...(avaxAssetId !== undefined && { avaxAssetId: parseId(avaxAssetId) }),
    chains: [
      { id: PRIMARY_NETWORK_ID, name: "P-Chain" },
      ...(xChainId === undefined ? [] : [{ id: parseId(xChainId), name: "X-Chain" }]),
      ...(cChainId === undefined ? [] : [{ id: parseId(cChainId), name: "C-Chain" }]),
    ],
  };
}

/** The newest P-Chain block Firn has: its chain time is what "now" means. */
export function pChainHead({ streams }: FirnStatus): StreamStatus["indexedHead"] {
  return streams.find(({ stream }) => stream === "P/block")?.indexedHead;
}

/** A 32-byte id in cb58 or 0x hex; undefined when the text is neither. */
export function tryId(text: string): Uint8Array | undefined {
  try {
    return parseId(text);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
