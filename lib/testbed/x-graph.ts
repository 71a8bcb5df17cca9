import { keccak256 } from "#keccak";
import { sha256 } from "#sha256";
import { decodeCBlock, encodeCBlock } from "../avalanche/c/block";
import { fromHex, toHex } from "../avalanche/codec/bytes";
import { formatId, parseId } from "../avalanche/ids";
import { decodeContainer } from "../avalanche/proposer/proposervm";
import { decodeXBlock, encodeXBlock } from "../avalanche/x/block";
import { xGenesisBlock } from "../avalanche/x/genesis";
import { decodeXTx, encodeXTx, type XTx } from "../avalanche/x/txs";
import { decodeVertex, encodeVertex } from "../avalanche/x/vertex";
import type { RecordedContainer, Recording } from "../devnet/recording";

/**
 * The X-Chain before Cortina: vertices, and transactions accepted one by one. No recorded network has any, so these are
 * built from a real transaction: with other memos, and inputs that no transaction created.
 */
export interface Graph {
  /** Three: the first two in the first vertex, the second in the second one too, the third in the third. */
  txs: XTx[];
  /** Four in a row of heights 0, 1, 1 and 2. The last is the stop vertex. */
  vertices: { id: string; bytes: Uint8Array }[];
}

/** Adds a graph to a recording. The node accepted item `i` of either index at `acceptedAtMs` + 10 s × `i`. */
export function addGraph(recording: Recording, acceptedAtMs: number): Graph {
  const txs = [1, 2, 3].map((memo) => txOf(recording, memo));
  const chainId = parseId(recording.network.xChainId);
  const bytes: Uint8Array[] = [];
  const add = (height: bigint, content: XTx[] | undefined) => {
    const parentIds = bytes.slice(-1).map((parent) => decodeVertex(parent).vertexId);
    const vertex = { vertexId: new Uint8Array(32), chainId, height, parentIds };
    bytes.push(
      encodeVertex(content === undefined ? vertex : { ...vertex, content: { epoch: 0, txs: content } }),
    );
  };
  add(0n, txs.slice(0, 2));
  add(1n, txs.slice(1, 2));
  add(1n, txs.slice(2));
  add(2n, undefined);
  const vertices = bytes.map((each) => ({ id: formatId(decodeVertex(each).vertexId), bytes: each }));
  const containerOf = (id: string, each: Uint8Array, index: number): RecordedContainer => ({
    id,
    bytes: toHex(each),
    timestamp: new Date(acceptedAtMs + index * 10_000).toISOString(),
    index,
  });
  recording.containers["X/vtx"] = vertices.map(({ id, bytes }, index) => containerOf(id, bytes, index));
  recording.containers["X/tx"] = txs.map((tx, index) => containerOf(formatId(tx.txId), tx.bytes, index));
  return { txs, vertices };
}

/**
 * Replaces the blocks of the X-Chain by one that was made at `madeAtMs`, the child of the block 0 that follows the
 * graph's stop vertex. The node accepted it then, or a minute after the graph if that was later.
 * Of `txCount` transactions, the first is a real one.
 */
export function linearizeAt(
  recording: Recording,
  { vertices }: Graph,
  madeAtMs: number,
  { txCount = 1 } = {},
): void {
  const { model, tx } = modelOf(recording);
  const cortina = BigInt(Date.parse(cortinaOf(recording)) / 1_000);
  const stopVertex = parseId(vertices.at(-1)?.id ?? "");
  const { blockId: parentId } = xGenesisBlock(parseId(recording.network.xChainId), cortina, stopVertex);
  const time = BigInt(madeAtMs / 1_000);
  // Numbers that the graph's transactions do not have.
  const txs = [tx, ...Array.from({ length: txCount - 1 }, (_, at) => txOf(recording, 256 + at))];
  const bytes = encodeXBlock({ ...model, parentId, height: 1n, time, txs });
  const graphAt = Date.parse(recording.containers["X/vtx"].at(-1)?.timestamp ?? "");
  const timestamp = new Date(Math.max(madeAtMs, graphAt + 60_000)).toISOString();
  recording.containers["X/block"] = [
    { id: formatId(sha256(bytes)), bytes: toHex(bytes), timestamp, index: 0 },
  ];
}

/** Continues the C-Chain with empty blocks, one every 30 s up to `untilMs`, each accepted when it was made. */
export function continueCChain(recording: Recording, untilMs: number): void {
  const containers = recording.containers["C/block"];
  const last = containers.at(-1);
  if (last === undefined) throw new Error("the recording has C-Chain blocks");
  let head = decodeCBlock(decodeContainer(fromHex(last.bytes), "c").inner);
  for (let at = Date.parse(last.timestamp) + 30_000; at <= untilMs; at += 30_000) {
    const header = {
      ...head.header,
      parentHash: head.blockId,
      number: head.header.number + 1n,
      timestamp: BigInt(Math.floor(at / 1_000)),
      extDataHash: keccak256(EMPTY_RLP),
    };
    const bytes = encodeCBlock({ ...head, header, transactions: [], atomic: { form: "none", txs: [] } });
    head = decodeCBlock(bytes);
    const id = formatId(head.blockId);
    const timestamp = new Date(at).toISOString();
    containers.push({ id, bytes: toHex(bytes), timestamp, index: containers.length });
  }
}

/** RLP of no bytes. */
const EMPTY_RLP = new Uint8Array([0x80]);

function txOf(recording: Recording, memo: number): XTx {
  const { tx } = modelOf(recording);
  const { base } = tx.unsigned;
  const number = new Uint8Array(memo < 256 ? [memo] : [memo >> 8, memo & 255]);
  const inputs = base.inputs.map((input) => ({
    ...input,
    txId: new Uint8Array(32).map((_, at) => number[at % number.length] ?? 0),
  }));
  const unsigned = { base: { ...base, memo: number, inputs } };
  return decodeXTx(encodeXTx({ ...tx, unsigned }));
}

/** The first block of the recording, and its transaction. */
function modelOf(recording: Recording) {
  const [first] = recording.containers["X/block"];
  const model = decodeXBlock(decodeContainer(fromHex(first?.bytes ?? ""), "x").inner);
  const [tx] = model.txs;
  if (tx?.txType !== "BaseTx") throw new Error("the first X block of the recording holds a BaseTx");
  return { model, tx };
}

function cortinaOf(recording: Recording): string {
  const answer = recording.answers.find(({ method }) => method === "info.upgrades");
  const { result } = JSON.parse(answer?.reply ?? "{}") as { result?: { cortinaTime?: string } };
  if (result?.cortinaTime === undefined) throw new Error("the recording says when Cortina came");
  return result.cortinaTime;
}
