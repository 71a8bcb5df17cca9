import type { NetworkFacts } from "@/components/effects/tx-context";
import { fieldsOf, type HexField } from "@/components/hex/fields";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { annotateCTx } from "@/lib/avalanche/c/annotate";
import { cBlock } from "@/lib/avalanche/c/block";
import { txToJson as cTxToJson } from "@/lib/avalanche/c/json";
import type { CTx } from "@/lib/avalanche/c/txs";
import { annotateContainer } from "@/lib/avalanche/codec/annotate";
import { decode, type Json, type Span } from "@/lib/avalanche/codec/layout";
import { annotatePTx } from "@/lib/avalanche/p/annotate";
import { blockToJson as pBlockToJson, txToJson as pTxToJson } from "@/lib/avalanche/p/json";
import type { PTx } from "@/lib/avalanche/p/txs";
import { annotateVertex, annotateXTx } from "@/lib/avalanche/x/annotate";
import { decodeXBlock } from "@/lib/avalanche/x/block";
import { blockToJson as xBlockToJson, txToJson as xTxToJson } from "@/lib/avalanche/x/json";
import type { XTx } from "@/lib/avalanche/x/txs";
import type { FirnContainer } from "@/lib/contract/firn/containers";
import type { BlockInside, ChainTx } from "./inside";

/** Annotated bytes of a signed transaction. @throws DataError */
export function txFields(chain: Chain, signedBytes: Uint8Array, network: NetworkFacts): HexField[] {
  return fieldsOf(ANNOTATORS[chain](signedBytes, network), false);
}

const ANNOTATORS = { p: annotatePTx, x: annotateXTx, c: annotateCTx } satisfies Record<Chain, unknown>;

/** A transaction in the node's JSON form. */
export function txToJson(chain: Chain, tx: ChainTx, network: NetworkFacts): Json {
  if (chain === "p") return pTxToJson(tx as PTx, network);
  return chain === "x" ? xTxToJson(tx as XTx, network) : cTxToJson(tx as CTx);
}

/** Annotated bytes of a container, with the fields of its header on the top level. @throws DataError */
export function containerFields(
  { chain, stream }: Pick<FirnContainer, "chain" | "stream">,
  bytes: Uint8Array,
  network: NetworkFacts,
): HexField[] {
  const spans =
    stream === "X/vtx" ? annotateVertex(bytes, network) : annotateContainer(bytes, chain, network);
  return fieldsOf(
    spans.flatMap((span): Span[] => (span.path === "header" ? (span.children ?? []) : [span])),
    false,
  );
}

/** A block in the node's JSON form. On the C-Chain, where the node has another form, its fields in byte order. */
export function blockToJson({ chain, bytes, pBlock }: BlockInside, network: NetworkFacts): Json {
  if (pBlock !== undefined) return pBlockToJson(pBlock, network);
  if (chain === "x") return xBlockToJson(decodeXBlock(bytes), network);
  return cBlock.toJson(decode(cBlock, bytes), { ...network, chain: CHAINS.c.letter });
}
