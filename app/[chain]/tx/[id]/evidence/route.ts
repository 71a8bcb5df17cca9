import { findEvmTx } from "@/app/[chain]/evm-read";
import { tryId } from "@/app/[chain]/network";
import { requireStatus } from "@/app/[chain]/read";
import { loadTx } from "@/app/[chain]/tx/[id]/load";
import { refusal, refusalOf } from "@/app/refusal";
import { api, toResult } from "@/app/server";
import { describeTx } from "@/components/effects/describe-tx";
import type { EvmChain } from "@/components/evm/chain";
import { describeFirnEvmTx } from "@/components/evm/tx/describe-evm-tx";
import { renderEvidence } from "@/components/provenance/evidence";
import { renderEvmEvidence } from "@/components/provenance/evidence-evm";
import { evidenceOf } from "@/components/provenance/evidence-of";
import { isChain } from "@/components/ui/chains";
import { formatId } from "@/lib/avalanche/ids";
import { getEvmBlockProof } from "@/lib/contract/firn/evm";
import type { FirnEvmTransaction } from "@/lib/contract/firn/evm-transactions";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { FirnError } from "@/lib/errors";

/** The evidence bundle of a transaction: one HTML file that checks itself wherever it is opened. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ chain: string; id: string }> },
): Promise<Response> {
  const { chain, id } = await params;
  const evm = await toResult(findEvmTx(chain, id));
  if (evm instanceof FirnError) return refusalOf(evm);
  if (evm !== undefined) return evmEvidence(evm.chain, evm.detail);
  const bytes = tryId(id);
  if (!isChain(chain) || bytes === undefined) return refusal(404, "there is no such transaction");
  const found = await toResult(loadTx(chain, formatId(bytes)));
  if (found instanceof FirnError) return refusalOf(found);
  const { block, container, status } = found;
  const { tx, txIndex, details } = found.view;
  const evidence = evidenceOf({
    title: describeTx(details),
    tx,
    txIndex,
    block,
    acceptedAtNs: container.acceptedAtNs,
    containerId: container.containerId,
    bytes: container.bytes,
    madeBy: madeBy(status),
  });
  return fileOf(renderEvidence(evidence), details.known.txHash);
}

/** The evidence bundle of an EVM transaction, from the bytes that prove its block. */
async function evmEvidence(
  { evmChainId, name, symbol }: EvmChain,
  detail: FirnEvmTransaction,
): Promise<Response> {
  const { txHash, blockNumber, blockHash, blockIndex } = detail.nativeTransaction;
  const proof = await toResult(
    api().get(getEvmBlockProof, { params: { chainId: evmChainId, blockId: blockNumber } }),
  );
  const status = await toResult(requireStatus());
  if (proof instanceof FirnError) return refusalOf(proof);
  if (status instanceof FirnError) return refusalOf(status);
  const tx = proof.transactions[blockIndex];
  if (proof.header === undefined || tx === undefined)
    return refusal(503, "the header of its block could not be read");
  const evidence = {
    title: describeFirnEvmTx(detail, symbol),
    txHash,
    tx,
    chain: `${name}, EVM chain ${evmChainId}`,
    height: blockNumber,
    blockHash,
    txIndex: blockIndex,
    header: proof.header,
    transactions: proof.transactions,
    ...(proof.execution !== undefined && { execution: proof.execution }),
    madeBy: madeBy(status),
  };
  return fileOf(renderEvmEvidence(evidence), txHash);
}

function fileOf(html: string, id: string): Response {
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-disposition": `attachment; filename="firn-${id}.html"`,
    },
  });
}

function madeBy({ version, network }: FirnStatus): string {
  return `Firn ${version}, network ${network.id} (${network.name})`;
}
