import { sha256 } from "#sha256";
import { array, struct } from "../codec/combinators";
import { CodecError, Writer } from "../codec/cursor";
import { id, u16, u32, u64, varBytes } from "../codec/fields";
import { readAll } from "../codec/layout";
import { decodeXTx, type XTx } from "./txs";

const vertexFields = { chainId: id, height: u64, epoch: u32, parentIds: array(id), txs: array(varBytes()) };
const stopFields = { chainId: id, height: u64, parentIds: array(id) };
const vertex = struct(vertexFields);
const stopVertex = struct(stopFields);

/** The layout of a vertex, by the codec version at its start. */
export function anyVertex(bytes: Uint8Array) {
  const isStop = bytes[1] === VERSION.stopVertex;
  return isStop
    ? struct({ codecVersion: u16, ...stopFields })
    : struct({ codecVersion: u16, ...vertexFields });
}

/** A node of the X-Chain's graph before Cortina. */
export interface Vertex {
  /** sha256 of the bytes. */
  vertexId: Uint8Array;
  /** The X-Chain's blockchain id. */
  chainId: Uint8Array;
  height: bigint;
  parentIds: Uint8Array[];
  /** Undefined for the stop vertex, which ends the graph. Its id is the parent of block 0. */
  content?: { epoch: number; txs: XTx[] };
}

/**
 * Decodes a vertex and its transactions.
 * @throws DataError
 * @source avalanchego snow/engine/avalanche/vertex/stateless_vertex.go
 */
export function decodeVertex(bytes: Uint8Array): Vertex {
  const vertexId = sha256(bytes);
  return readAll(bytes, (cursor) => {
    const version = cursor.u16();
    if (version === VERSION.stopVertex) return { vertexId, ...stopVertex.read(cursor) };
    if (version !== VERSION.vertex)
      throw new CodecError("BYTES_INVALID", `the codec version is ${version}, only 0 and 1 are known`, 0);
    const { chainId, height, epoch, parentIds, txs } = vertex.read(cursor);
    return { vertexId, chainId, height, parentIds, content: { epoch, txs: txs.map(decodeXTx) } };
  });
}

export function encodeVertex({ chainId, height, parentIds, content }: Vertex): Uint8Array {
  const writer = new Writer();
  if (content === undefined) {
    writer.u16(VERSION.stopVertex);
    stopVertex.write(writer, { chainId, height, parentIds });
  } else {
    writer.u16(VERSION.vertex);
    const { epoch, txs } = content;
    vertex.write(writer, { chainId, height, epoch, parentIds, txs: txs.map(({ bytes }) => bytes) });
  }
  return writer.finish();
}

/** Codec versions. */
const VERSION = { vertex: 0, stopVertex: 1 };
