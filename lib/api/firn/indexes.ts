import { toHex } from "../../avalanche/codec/bytes";
import { formatId } from "../../avalanche/ids";
import * as contract from "../../contract/firn/indexes";
import { INDEX_NAMES, type IndexName } from "../../contract/node/index";
import { InputError } from "../../errors";
import { findBlock, readBlock } from "../../store/queries/block";
import { readContainer } from "../../store/queries/container-run";
import { findFirstHeight } from "../../store/queries/first-height";
import { chainOfStream, listStreams } from "../../store/queries/stream";
import { findTx } from "../../store/queries/tx";
import { findVertex } from "../../store/queries/vertex";
import { CHAIN, type ChainCode, heightOf } from "../../store/rows/columns";
import type { Handler, RequestContext } from "../handler";
import { splitIntoRanges } from "../node/index-ranges";
import { readIndexedBytes } from "../node/indexed-bytes";
import type { FoundContainer } from "../node/indexes";
import { kindOfAcceptance } from "../present/network/acceptance";
import { presentIndex, type StoredIndex } from "../present/network/indexes";

type Parts = contract.FirnIndex["parts"];

/**
 * Blocks sampled to tell live acceptance from bootstrapping. Transactions are read from packed runs, which costs more.
 */
const BLOCK_SAMPLES = 64;
const TX_SAMPLES = 16;

export const getIndexes: Handler<typeof contract.getIndexes> = async ({ service, read }) => {
  const { askedAtMs, looks } = await service.nodeIndexes.look();
  return read(async (context) => {
    const streams = await listStreams(context.db);
    const indexes: contract.FirnIndex[] = [];
    for (const name of INDEX_NAMES) {
      const stream = streams.find(({ status }) => status.stream === name);
      const found = await readStored(context, name, stream?.checkpoint);
      const stored: StoredIndex = {
        nodeHead: stream?.status.node_head_index ?? undefined,
        count: (stream?.checkpoint?.next_index ?? 0) - ((found.first ?? 1) - 1),
        ...found,
      };
      indexes.push(presentIndex(name, looks.get(name), stored));
    }
    return { checkedAtMs: askedAtMs, indexes };
  });
};

export const findContainers: Handler<typeof contract.findContainers> = async ({
  params,
  query,
  service,
  read,
}) => {
  const names = query.index === undefined ? INDEX_NAMES : [query.index];
  const asked = contract.parseContainerName(params.container);
  const found = await service.nodeIndexes.find(asked, names);
  if (found.length === 0) {
    const where =
      query.index === undefined
        ? "none of the node's indexes has a"
        : `the node's ${query.index} index has no`;
    throw new InputError("NOT_FOUND", `${where} container ${params.container}`, {
      hint:
        typeof asked === "number"
          ? "/firn/v1/indexes says where each ends"
          : "this path takes container ids; the block inside has another id, and /firn/v1/search finds both",
    });
  }
  return read(async (context) => {
    const containers = [];
    for (const one of found) containers.push(await presentFound(context, one, found.length === 1));
    return { containers };
  });
};

async function presentFound(
  context: RequestContext,
  found: FoundContainer,
  withBytes: boolean,
): Promise<contract.IndexedContainer> {
  const { name, index: number, containerId, acceptedAtNs, bytes } = found;
  return {
    index: name,
    number,
    containerId: formatId(containerId),
    acceptedAtNs: acceptedAtNs.toString(),
    sizeBytes: bytes.length,
    ...(withBytes && { bytes: toHex(bytes) }),
    ...readIndexedBytes(name, found),
    isStored: await isStored(context, name, containerId),
  };
}

async function isStored({ db }: RequestContext, name: IndexName, id: Uint8Array): Promise<boolean> {
  const chain = chainOfStream(name) as ChainCode;
  if (name === "X/vtx") return (await findVertex(db, id)) !== undefined;
  if (name === "X/tx") return (await findTx(db, chain, id)) !== undefined;
  return (await findBlock(db, id, { chain, kind: "container" })) !== undefined;
}

/** What is stored of an index: block indexes by height, the others by number. */
async function readStored(
  { db }: RequestContext,
  name: IndexName,
  checkpoint: { next_index: number; height: number } | undefined,
): Promise<{ first?: number; height?: number; parts: Parts }> {
  if (checkpoint === undefined || checkpoint.next_index === 0) return { parts: [] };
  const last = checkpoint.next_index - 1;
  // No vertex was accepted since Cortina, so all came from bootstrapping.
  if (name === "X/vtx") return { parts: [{ kind: "bootstrap", from: 0, to: last }] };
  if (name === "X/tx") {
    const kindAt = (number: number) => kindOfTx(db, number);
    return { parts: await splitIntoRanges({ first: 0, last }, kindAt, TX_SAMPLES) };
  }
  const chain = chainOfStream(name) as ChainCode;
  const { height } = checkpoint;
  const first = (await findFirstHeight(db, chain)) ?? height;
  const kindAt = async (at: number) => {
    const block = await readBlock(db, chain, at);
    return block === undefined ? "bootstrap" : kindOfAcceptance(block);
  };
  return { first, height, parts: await splitIntoRanges({ first, last: height }, kindAt, BLOCK_SAMPLES) };
}

/**
 * For `X/tx`: transactions of the graph were bootstrapped. Some nodes add the transactions of blocks to this index too.
 */
async function kindOfTx(db: RequestContext["db"], number: number): Promise<Parts[number]["kind"]> {
  const container = await readContainer(db, "X/tx", number);
  const tx = container && (await findTx(db, CHAIN.x, container.containerId));
  if (tx === undefined || tx.position < 0) return "bootstrap";
  const block = await readBlock(db, CHAIN.x, heightOf(tx.position));
  return block === undefined ? "bootstrap" : kindOfAcceptance(block);
}
