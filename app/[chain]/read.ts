import { cache } from "react";
import { gather } from "@/app/gather";
import { api, readStatus, servedNetwork, toResult } from "@/app/server";
import { type BlockInside, readInside } from "@/components/block/inside";
import { decodeTx } from "@/components/block/tx-codec";
import { SLICE_ROWS } from "@/components/list/position";
import type { Arrival } from "@/components/provenance/on-this-node";
import { type KnownTx, knownOfP, knownOfX } from "@/components/tx/known";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { fromHex } from "@/lib/avalanche/codec/bytes";
import { formatId, parseId } from "@/lib/avalanche/ids";
import type { PTx } from "@/lib/avalanche/p/txs";
import type { PChainTransaction } from "@/lib/contract/data/p-chain";
import { getBlockById, type PrimaryNetworkBlock } from "@/lib/contract/data/primary-network-blocks";
import { getCChainTransaction, getXChainTransaction } from "@/lib/contract/data/primary-network-transactions";
import {
  type ContainerTransactions,
  type FirnContainer,
  getContainer,
  listContainers,
  listContainerTransactions,
  MOST_CONTAINERS,
} from "@/lib/contract/firn/containers";
import { listPTransactions, MOST_P_TRANSACTIONS } from "@/lib/contract/firn/p-transactions";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { FirnError, InputError } from "@/lib/errors";

/** Firn's status. @throws FirnError if the API does not answer */
export async function requireStatus(): Promise<FirnStatus> {
  const status = await readStatus();
  if (status instanceof FirnError) throw status;
  return status;
}

/** Bytes of a container by height, or by the id of container, block or transaction. @throws FirnError */
export const readContainer: (chain: Chain, id: string) => Promise<FirnContainer> = cache(
  async (chain, id) => {
    const container = await GATHERED_CONTAINERS[chain](id);
    if (container !== undefined) return container;
    throw new InputError("NOT_FOUND", `no container, block or transaction ${id} of ${chain} is indexed`);
  },
);

const gatherContainers = (chain: Chain) =>
  gather<FirnContainer>(async (ids) => {
    const [only, second] = ids;
    // A single one keeps its own address: it is shared with whoever asks for it at about the same time.
    if (only !== undefined && second === undefined) {
      const container = await toResult(api().get(getContainer, { params: { chain, id: only } }));
      if (!(container instanceof FirnError)) return new Map([[only, container]]);
      if (container.code === "NOT_FOUND") return new Map();
      throw container;
    }
    const { containers } = await api().get(listContainers, {
      params: { chain },
      query: { ids: ids.join(",") },
    });
    return new Map(containers.map(({ id, container }) => [id, container]));
  }, MOST_CONTAINERS);
const GATHERED_CONTAINERS = {
  p: gatherContainers("p"),
  x: gatherContainers("x"),
  c: gatherContainers("c"),
} satisfies Record<Chain, unknown>;

/** A block by height, or on the X-Chain also by the block's id. @throws FirnError */
export const readBlock: (chain: Chain, blockId: string) => Promise<PrimaryNetworkBlock> = cache(
  async (chain, blockId) =>
    api().get(getBlockById, {
      params: { network: await servedNetwork(), blockchainId: CHAINS[chain].apiName, blockId },
    }),
);

/** A P-Chain transaction by its cb58 id, as the API answers it. @throws FirnError */
export const readPTx: (txHash: string) => Promise<PChainTransaction> = cache(async (txHash) => {
  const tx = await gatherPTxs(formatId(parseId(txHash)));
  if (tx !== undefined) return tx;
  throw new InputError("NOT_FOUND", `no P-Chain transaction ${txHash} is indexed`);
});

const gatherPTxs = gather<PChainTransaction>(async (ids) => {
  const { transactions } = await api().get(listPTransactions, { params: {}, query: { ids: ids.join(",") } });
  return new Map(transactions.map((tx) => [tx.txHash, tx]));
}, MOST_P_TRANSACTIONS);

/** What Firn knows of a transaction; on the C-Chain, of an atomic one. @throws FirnError */
export async function readKnownTx(chain: Chain, txHash: string): Promise<KnownTx> {
  const params = { network: await servedNetwork(), blockchainId: CHAINS[chain].apiName, txHash };
  if (chain === "p") return knownOfP(await readPTx(txHash));
  return knownOfX(await api().get(chain === "x" ? getXChainTransaction : getCChainTransaction, { params }));
}

/** The block or vertex inside a container. @throws DataError if the bytes are neither */
export function insideOf({ chain, stream, bytes }: FirnContainer): BlockInside {
  return readInside(chain, stream, fromHex(bytes));
}

/** Streams of the X-Chain before Cortina, whose containers hold no time. */
const TIMELESS_STREAMS = ["X/tx", "X/vtx"];

/**
 * When a block was made, accepted and stored. `time` is in unix seconds; of a vertex and what is in it, it is that of an
 * acceptance by a live node, and undefined where nobody knows it.
 */
export function arrivalOf(container: FirnContainer, time: number | undefined): Arrival {
  const isTimeless = TIMELESS_STREAMS.includes(container.stream);
  return {
    blockTime: isTimeless || time === undefined ? undefined : time * 1000,
    ...(isTimeless && { acceptedLive: time === undefined ? undefined : time * 1000 }),
    accepted:
      container.acceptedAtNs === undefined
        ? undefined
        : Number(BigInt(container.acceptedAtNs) / 1_000n) / 1000,
    stored: container.storedAtMs,
  };
}

/** Some transactions of a block or vertex, and what their block tells of them. */
interface ContainerTxs extends Pick<ContainerTransactions, "count" | "outcome"> {
  block: Pick<BlockInside, "chain" | "txs"> & { pBlock: { proposalTx?: PTx } };
  /** Number of the first of them, counted from 1. */
  first: number;
  /** Chain time, unix seconds; undefined where nobody knows it. */
  time: bigint | undefined;
}

/**
 * A page of the transactions of a block or vertex, from a number on; of a transaction's id that one. Only their bytes are
 * read. @throws FirnError
 */
export async function readContainerTxs(chain: Chain, id: string, from = 1): Promise<ContainerTxs> {
  const { transactions, count, outcome, first, time } = await api().get(listContainerTransactions, {
    params: { chain, id },
    query: { after: from - 1, pageSize: SLICE_ROWS },
  });
  const txs = transactions.map(({ bytes }) => decodeTx(chain, fromHex(bytes)));
  const proposalTx = txs[transactions.findIndex(({ isProposal }) => isProposal)] as PTx | undefined;
  return {
    count,
    outcome,
    first,
    time: time === undefined ? undefined : BigInt(time),
    block: { chain, txs, pBlock: proposalTx === undefined ? {} : { proposalTx } },
  };
}
