import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "#sha256";
import { DataError } from "../../errors";
import { headerHash } from "../c/header-hash";
import { oneOf, struct } from "../codec/combinators";
import { id, signedTime, u64, varBytes, versioned } from "../codec/fields";
import { decode, encode, named, type TypeOf } from "../codec/layout";
import { decodePBlock } from "../p/block";

/** A block as consensus accepted it, with the chain's own block inside. */
export interface Container {
  /** Id under which it was accepted and indexed. */
  containerId: Uint8Array;
  /** `preFork`: a bare inner block. `option`: the child of a proposal, without its own time and proposer. */
  kind: "preFork" | "postFork" | "option" | "granite";
  /** Container id of the parent; undefined before the fork, when the inner block's parent counts. */
  parentId?: Uint8Array;
  /** Unix seconds. */
  timestamp?: bigint;
  /** P-Chain height at which the proposer was chosen. */
  pChainHeight?: bigint;
  /** The proposer's certificate, DER. Undefined if unsigned: the first block, and blocks after all proposers' windows. */
  certificate?: Uint8Array;
  /** Node id of the certificate, 20 bytes; undefined if unsigned. */
  proposer?: Uint8Array;
  /** From Granite on. */
  epoch?: { pChainHeight: bigint; number: bigint; startTime: bigint };
  signature?: Uint8Array;
  /** The chain's own block. */
  inner: Uint8Array;
  /** Offset of `inner` in the container. */
  innerOffset: number;
}

export type ContainerChain = "p" | "x" | "c";

/**
 * Decodes a container. A bare P-Chain block may start like a wrapped one: the form that decodes to the end is right.
 * @throws DataError
 * @source avalanchego vms/proposervm/block
 */
export function decodeContainer(bytes: Uint8Array, chain: ContainerChain): Container {
  if (!isWrapperType(bytes)) return bare(bytes, chain);
  try {
    return wrapped(bytes);
  } catch (error) {
    if (chain === "p" && isPBlock(bytes)) return bare(bytes, chain);
    throw error;
  }
}

/** Encodes a container. `containerId`, `proposer` and `innerOffset` follow from the other fields. */
export function encodeContainer(container: Container): Uint8Array {
  const { kind, parentId = NONE, inner } = container;
  if (kind === "preFork") return inner;
  const block =
    kind === "option"
      ? { type: kind, parentId, inner }
      : { certificate: NONE, signature: NONE, ...container, type: kind };
  return encode(wrapper, block as WrapperBlock);
}

/** Node id of a certificate, 20 bytes. @source avalanchego ids/node_id.go NodeIDFromCert */
export function nodeIdOfCertificate(certificate: Uint8Array): Uint8Array {
  return ripemd160(sha256(certificate));
}

const NONE = new Uint8Array();

const unsignedHead = {
  parentId: id,
  timestamp: named({ label: "Time" }, signedTime),
  pChainHeight: named({ label: "P-Chain height" }, u64),
  certificate: varBytes(),
  inner: named({ label: "Inner block" }, varBytes()),
};
const signature = varBytes();
const epoch = struct({
  pChainHeight: named({ label: "P-Chain height" }, u64),
  number: u64,
  startTime: signedTime,
});

/** The layout of a wrapped block. */
export const wrapper = versioned(
  oneOf({
    postFork: { typeId: 0, layout: struct({ ...unsignedHead, signature }) },
    option: { typeId: 1, layout: struct({ parentId: id, inner: unsignedHead.inner }) },
    granite: { typeId: 2, layout: struct({ ...unsignedHead, epoch, signature }) },
  }),
);
type WrapperBlock = TypeOf<typeof wrapper>;

/** Size of everything before an option's inner block: codec version, type id, parent, length. */
const OPTION_HEAD = 2 + 4 + 32 + 4;
/** The same for other blocks, without the certificate: adds time, P-Chain height and the certificate's length. */
const BLOCK_HEAD = OPTION_HEAD + 8 + 8 + 4;

function wrapped(bytes: Uint8Array): Container {
  const block = decode(wrapper, bytes);
  const { type: kind, parentId, inner } = block;
  if (inner.length === 0) throw invalid("the inner block is empty");
  if (block.type === "option") {
    return { containerId: sha256(bytes), kind, parentId, inner, innerOffset: OPTION_HEAD };
  }
  const { timestamp, pChainHeight, certificate, signature } = block;
  if (certificate.length === 0 && signature.length > 0)
    throw invalid("there is a signature, but no certificate");
  return {
    // the id must not depend on the signature, which signs it
    containerId: sha256(bytes.subarray(0, bytes.length - 4 - signature.length)),
    kind,
    parentId,
    timestamp,
    pChainHeight,
    inner,
    innerOffset: BLOCK_HEAD + certificate.length,
    ...(certificate.length > 0 && { certificate, proposer: nodeIdOfCertificate(certificate), signature }),
    ...(block.type === "granite" && { epoch: block.epoch }),
  };
}

function bare(bytes: Uint8Array, chain: ContainerChain): Container {
  const containerId = chain === "c" ? headerHash(bytes) : sha256(bytes);
  return { containerId, kind: "preFork", inner: bytes, innerOffset: 0 };
}

/** Whether codec version and type id are those of a wrapper. Bare C-Chain blocks are RLP lists and start differently. */
function isWrapperType(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 5).every((byte) => byte === 0) && (bytes[5] ?? 0) <= 2;
}

function isPBlock(bytes: Uint8Array): boolean {
  try {
    decodePBlock(bytes);
    return true;
  } catch (error) {
    if (error instanceof DataError) return false;
    throw error;
  }
}

function invalid(message: string): DataError {
  return new DataError("BYTES_INVALID", message, { details: { offset: 0, path: "" } });
}
