import { cache } from "react";
import { api, readStatus, servedNetwork, toResult } from "@/app/server";
import { type BlockInside, effectsOfTx, readInside } from "@/components/block/inside";
import { kindOf } from "@/components/block/kinds";
import { isAvax } from "@/components/effects/format";
import type { NamedAsset, NetworkFacts, ProposalOutcome } from "@/components/effects/tx-context";
import type { Arrival } from "@/components/provenance/on-this-node";
import { type KnownTx, knownOfP, knownOfX } from "@/components/tx/known";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { fromHex } from "@/lib/avalanche/codec/bytes";
import type { Effect } from "@/lib/avalanche/effects";
import { formatId, parseId } from "@/lib/avalanche/ids";
import { getAssetDetails } from "@/lib/contract/data/primary-network-assets";
import { getBlockById, type PrimaryNetworkBlock } from "@/lib/contract/data/primary-network-blocks";
import {
  getCChainTransaction,
  getPChainTransaction,
  getXChainTransaction,
} from "@/lib/contract/data/primary-network-transactions";
import { type FirnContainer, getContainer } from "@/lib/contract/firn/containers";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { FirnError } from "@/lib/errors";

/** Firn's status. @throws FirnError if the API does not answer */
export async function requireStatus(): Promise<FirnStatus> {
  const status = await readStatus();
  if (status instanceof FirnError) throw status;
  return status;
}

/** Bytes of a container by height, or by the id of container, block or transaction. @throws FirnError */
export const readContainer: (chain: Chain, id: string) => Promise<FirnContainer> = cache((chain, id) =>
  api().get(getContainer, { params: { chain, id } }),
);

/** A block by height, or on the X-Chain also by the block's id. @throws FirnError */
export const readBlock: (chain: Chain, blockId: string) => Promise<PrimaryNetworkBlock> = cache(
  async (chain, blockId) =>
    api().get(getBlockById, {
      params: { network: await servedNetwork(), blockchainId: CHAINS[chain].apiName, blockId },
    }),
);

/** What Firn knows of a transaction; on the C-Chain, of an atomic one. @throws FirnError */
export async function readKnownTx(chain: Chain, txHash: string): Promise<KnownTx> {
  const params = { network: await servedNetwork(), blockchainId: CHAINS[chain].apiName, txHash };
  if (chain === "p") return knownOfP(await api().get(getPChainTransaction, { params }));
  return knownOfX(await api().get(chain === "x" ? getXChainTransaction : getCChainTransaction, { params }));
}

/** The block or vertex inside a container. @throws DataError if the bytes are neither */
export function insideOf({ chain, stream, bytes }: FirnContainer): BlockInside {
  return readInside(chain, stream, fromHex(bytes));
}

/** How a proposal was decided, from the type of the next block. Undefined for other blocks and open proposals. */
export async function readOutcome({ pBlock }: BlockInside): Promise<ProposalOutcome | undefined> {
  if (pBlock === undefined || kindOf(pBlock).role !== "proposal") return undefined;
  const option = await toResult(readBlock("p", String(pBlock.height + 1n)));
  if (option instanceof FirnError) return undefined;
  return ({ Commit: "commit", Abort: "abort" } as const)[option.blockType];
}

/** The network with the names of the assets that transactions move. Assets that Firn does not know are left out. */
export async function withAssets(
  network: NetworkFacts,
  blocks: readonly BlockInside[],
): Promise<NetworkFacts> {
  const effects = blocks.flatMap(({ chain, txs }) => txs.flatMap((tx) => effectsOfTx(chain, tx)));
  const ids = new Set(
    effects
      .flatMap((effect) => assetsIn(effect))
      .filter((id) => !isAvax(id, network))
      .map(formatId),
  );
  const read = await Promise.all([...ids].map((id) => toResult(readAsset(id))));
  return { ...network, assets: read.filter((asset): asset is NamedAsset => !(asset instanceof FirnError)) };
}

const readAsset: (assetId: string) => Promise<NamedAsset> = cache(async (assetId) => {
  const params = { network: await servedNetwork(), blockchainId: CHAINS.x.apiName, assetId };
  const { name, symbol, denomination } = await api().get(getAssetDetails, { params });
  return { id: parseId(assetId), name, symbol, denomination };
});

function assetsIn(effect: Effect): Uint8Array[] {
  if ("assetId" in effect) return [effect.assetId];
  return "output" in effect ? [effect.output.assetId] : [];
}

/** Streams of the X-Chain before Cortina, whose containers hold no time. */
const TIMELESS_STREAMS = ["X/tx", "X/vtx"];

/** When a block was made, accepted and stored. `time` is in unix seconds. */
export function arrivalOf(container: FirnContainer, time: number): Arrival {
  return {
    blockTime: TIMELESS_STREAMS.includes(container.stream) ? undefined : time * 1000,
    accepted:
      container.acceptedAtNs === undefined
        ? undefined
        : Number(BigInt(container.acceptedAtNs) / 1_000n) / 1000,
    stored: container.storedAtMs,
  };
}
