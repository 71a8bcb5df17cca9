import { cache } from "react";
import { api, readStatus, servedNetwork, settle } from "@/app/server";
import { kindOf } from "@/components/block/kinds";
import type { Outcome } from "@/components/effects/scene";
import type { Arrival } from "@/components/provenance/on-this-node";
import { fromHex } from "@/lib/avalanche/bytes";
import { decodePBlock, type PBlock } from "@/lib/avalanche/p/block";
import { decodeContainer } from "@/lib/avalanche/proposervm";
import { getBlockById, type PrimaryNetworkBlock } from "@/lib/contract/data/primary-network-blocks";
import { type FirnContainer, getContainer } from "@/lib/contract/firn/containers";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { FirnError } from "@/lib/errors";

/** @throws FirnError when the API does not give its status */
export async function requireStatus(): Promise<FirnStatus> {
  const status = await readStatus();
  if (status instanceof FirnError) throw status;
  return status;
}

/** Bytes of a container by height, or by the id of container, block or transaction. @throws FirnError */
export const readContainer: (id: string) => Promise<FirnContainer> = cache((id) =>
  api().get(getContainer, { params: { chain: "p", id } }),
);

/** @throws FirnError */
export const readBlock: (height: string) => Promise<PrimaryNetworkBlock> = cache(async (height) =>
  api().get(getBlockById, {
    params: { network: await servedNetwork(), blockchainId: "p-chain", blockId: height },
  }),
);

/** The block inside a container. @throws DataError when its bytes are none */
export function blockOf(container: FirnContainer): PBlock {
  return decodePBlock(decodeContainer(fromHex(container.bytes), "p").inner);
}

/** How a proposal was decided: by the type of the block after it. Undefined for other blocks and open proposals. */
export async function readOutcome(block: PBlock): Promise<Outcome | undefined> {
  if (kindOf(block).role !== "proposal") return undefined;
  const option = await settle(readBlock(String(block.height + 1n)));
  if (option instanceof FirnError) return undefined;
  return ({ Commit: "commit", Abort: "abort" } as const)[option.blockType];
}

/** When the block was made, accepted and stored. `time` in unix seconds. */
export function arrivalOf(container: FirnContainer, time: number): Arrival {
  return {
    blockTime: time * 1000,
    accepted: Number(BigInt(container.acceptedAtNs) / 1_000n) / 1000,
    stored: container.storedAtMs,
  };
}
