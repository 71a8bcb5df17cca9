import type { NetworkFacts } from "@/components/effects/tx-context";
import { CHAIN_LETTERS, CHAINS, type Chain } from "@/components/ui/chains";
import { PRIMARY_NETWORK_ID, parseId } from "@/lib/avalanche/ids";
import type { FirnStatus, StreamStatus } from "@/lib/contract/firn/status";
import { InputError } from "@/lib/errors";

/** The network as pages need it, from Firn's status. */
export function networkFacts(status: FirnStatus): NetworkFacts {
  const { hrp, avaxAssetId } = status.network;
  return {
    hrp,
    gaps: status.gaps,
    ...(avaxAssetId !== undefined && { avaxAssetId: parseId(avaxAssetId) }),
    chains: CHAIN_LETTERS.flatMap((letter) => {
      const id = blockchainIdOf(letter, status);
      return id === undefined ? [] : [{ id, name: CHAINS[letter].name, letter }];
    }),
  };
}

/** 32 bytes. Undefined while Firn does not know the network's genesis. */
export function blockchainIdOf(chain: Chain, { network }: FirnStatus): Uint8Array | undefined {
  if (chain === "p") return PRIMARY_NETWORK_ID;
  const id = chain === "x" ? network.xChainId : network.cChainId;
  return id === undefined ? undefined : parseId(id);
}

/** The newest block that Firn has of a chain. Its chain time is that chain's "now". */
export function headOf(chain: Chain, { streams }: FirnStatus): StreamStatus["indexedHead"] {
  return streams.find(({ stream }) => stream === CHAINS[chain].stream)?.indexedHead;
}

/** How Firn follows an EVM chain. Undefined if it does not. */
export function streamOfEvm(
  { evmChainId }: { evmChainId: string },
  { streams }: FirnStatus,
): StreamStatus | undefined {
  return streams.find(({ evm }) => evm?.chainId === evmChainId);
}

/** A 32-byte id from cb58 or 0x hex. Undefined if the text is neither. */
export function tryId(text: string): Uint8Array | undefined {
  try {
    return parseId(text);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
