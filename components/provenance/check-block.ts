import { type BlockInside, readInside } from "@/components/block/inside";
import type { Chain } from "@/components/ui/chains";
import { headerBytes } from "@/lib/avalanche/c/header-hash";
import { fromHex, toHex } from "@/lib/avalanche/codec/bytes";
import { formatId, formatNodeId, parseId } from "@/lib/avalanche/ids";
import { isSignedByProposer } from "@/lib/avalanche/proposer/proposer";
import { type Container, decodeContainer } from "@/lib/avalanche/proposer/proposervm";
import { checkBody } from "./check-evm";
import { proveHash, proveId } from "./prove-id";
import { type Check, compare, type Report } from "./report";

/** A block page's bytes and claims. Ids are cb58, those of C-Chain blocks 0x hex. */
export interface BlockClaims {
  kind: "block";
  chain: Chain;
  /** The node's index that holds it. */
  stream: string;
  /** The container as accepted, 0x hex. */
  container: string;
  containerId: string;
  /** Number in the node's index. */
  index: number;
  blockId: string;
  /** A vertex has several. */
  parentIds: string[];
  height: string;
  /** The chain's id, which the proposer signs too. Absent if Firn does not know it. */
  blockchainId?: string;
  /** Node id of the proposer. Absent if the page names none. */
  proposer?: string;
}

/** Compares a block page's claims with its bytes. @throws DataError if they are not a container of its chain */
export function checkBlock(claims: BlockClaims): Omit<Report, "ms"> {
  const { chain, stream } = claims;
  const bytes = fromHex(claims.container);
  const container = decodeContainer(bytes, chain);
  const block = readInside(chain, stream, bytes);
  return {
    proof:
      chain === "c"
        ? proveHash(headerBytes(block.bytes), claims.blockId)
        : proveId(block.bytes, claims.blockId),
    checks: [
      compare("Height and parent read from bytes", {
        got: `${block.height} after ${block.parentIds.map((id) => formatBlockId(chain, id)).join(", ")}`,
        expected: `${claims.height} after ${claims.parentIds.join(", ")}`,
        ok: "Not from what any API says about them.",
        label: "height",
      }),
      ...(block.evm === undefined
        ? []
        : [checkBody(block.evm.header.transactionsRoot, block.evm.transactions), checkAtomicTxs(block)]),
      compare("Index agrees", {
        got: formatId(container.containerId),
        expected: claims.containerId,
        ok: `${stream} index ${claims.index.toLocaleString("en")} names the container these bytes hash to.`,
        label: "container",
      }),
      checkProposer(container, claims),
    ],
  };
}

/** Text of a block id: 0x hex on the C-Chain, cb58 elsewhere. */
export function formatBlockId(chain: Chain, id: Uint8Array): string {
  return chain === "c" ? toHex(id) : formatId(id);
}

/** The decoder has already compared their hash with the header's: a block whose header names another is unreadable. */
function checkAtomicTxs({ txs, evm }: BlockInside): Check {
  const title = "Atomic transactions belong to it";
  if (evm?.header.extDataHash.every((byte) => byte === 0))
    return { title, state: "unchecked", detail: "Headers before Apricot 1 hold no hash of them." };
  const detail =
    txs.length === 0
      ? "The header’s hash says that there are none."
      : "keccak256 of their bytes is the hash in the header.";
  return { title, state: "ok", detail };
}

function checkProposer(container: Container, { blockchainId, proposer }: BlockClaims): Check {
  const title = "Proposer signed it";
  if (container.certificate === undefined) {
    if (proposer !== undefined)
      return { title, state: "bad", detail: `This page names ${proposer}, but nobody signed these bytes.` };
    return {
      title,
      state: "unchecked",
      detail: "It is unsigned: this block needed no proposer’s signature.",
    };
  }
  if (blockchainId === undefined)
    return {
      title,
      state: "unchecked",
      detail: "Firn does not know this chain’s id, which is signed too.",
    };
  const signer = formatNodeId(container.proposer ?? new Uint8Array(20));
  if (signer !== proposer)
    return {
      title,
      state: "bad",
      detail: `The certificate is ${signer}’s, this page shows ${proposer ?? "none"}.`,
    };
  if (!isSignedByProposer(container, parseId(blockchainId)))
    return { title, state: "bad", detail: `The signature is not ${signer}’s.` };
  return {
    title,
    state: "ok",
    detail: `Signed by the key in the certificate, whose hash is ${signer}.`,
  };
}
