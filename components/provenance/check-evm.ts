import { equalBytes, fromHex, toHex } from "@/lib/avalanche/codec/bytes";
import { quantityToBigint } from "@/lib/avalanche/codec/rlp";
import { headerRoots } from "@/lib/avalanche/evm/header-roots";
import { decodeReceipt } from "@/lib/avalanche/evm/receipt";
import { recoverSender } from "@/lib/avalanche/evm/sender";
import { transactionHash } from "@/lib/avalanche/evm/transaction";
import { orderedTrieRoot } from "@/lib/avalanche/evm/trie";
import { formatEvmAddress } from "@/lib/avalanche/evm-address";
import type { EvmBlockProof } from "@/lib/contract/firn/evm";
import { groupDigits, plural } from "../../lib/words/format";
import { proveHash } from "./prove-id";
import { type Check, compare, type Report } from "./report";

/** An EVM transaction page's bytes and claims. Hashes and bytes are 0x hex. */
export interface EvmTxClaims {
  kind: "evmTx";
  chainId: string;
  /** Signed bytes. */
  tx: string;
  txHash: string;
  /** EIP-55. */
  from: string;
  height: string;
  blockHash: string;
  txIndex: number;
  /** "1", or "0" when it failed. */
  status: string;
  gasUsed: string;
  /** Absent if the page shows no logs. */
  logCount?: number;
}

/** Claims of the page of an EVM block that is in no container of the node's index. */
export interface EvmBlockClaims {
  kind: "evmBlock";
  chainId: string;
  height: string;
  blockHash: string;
  parentHash: string;
}

/** Compares an EVM transaction page's claims with its bytes. @throws DataError if the bytes are not a transaction */
export function checkEvmTx(claims: EvmTxClaims, proof: EvmBlockProof | undefined): Omit<Report, "ms"> {
  const bytes = fromHex(claims.tx);
  return {
    proof: proveHash(bytes, claims.txHash, "bytes"),
    checks: [
      compare("Signature is the sender’s", {
        got: formatEvmAddress(recoverSender(bytes)),
        expected: claims.from,
        ok: "The sender’s key signed these bytes.",
        label: "sender",
      }),
      checkPosition(bytes, claims, proof),
      checkReceipt(claims, proof?.execution),
    ],
  };
}

/** Titles of a transaction's checks, shown before they are done. */
export const EVM_TX_CHECKS = ["Signature is the sender’s", "Block contains it", "Receipt agrees"];

export function checkEvmBlock(claims: EvmBlockClaims, proof: EvmBlockProof | undefined): Omit<Report, "ms"> {
  if (proof?.header === undefined) {
    const detail = "Its header could not be read.";
    return { checks: EVM_BLOCK_CHECKS.map((title) => ({ title, state: "unchecked", detail })) };
  }
  const header = fromHex(proof.header);
  const { parentHash, transactionsRoot } = headerRoots(header);
  return {
    proof: proveHash(header, claims.blockHash),
    checks: [
      compare("Parent links", {
        got: toHex(parentHash),
        expected: claims.parentHash,
        ok: "The header names the parent this page shows.",
        label: "parent",
      }),
      checkBody(transactionsRoot, proof.transactions.map(fromHex)),
      checkReceipts(proof.execution),
    ],
  };
}

export const EVM_BLOCK_CHECKS = ["Parent links", "Body matches", "Receipts agree"];

/** Whether these are the transactions that a header commits to. */
export function checkBody(transactionsRoot: Uint8Array, transactions: readonly Uint8Array[]): Check {
  return compare("Body matches", {
    got: toHex(orderedTrieRoot(transactions)),
    expected: toHex(transactionsRoot),
    ok: `${plural(transactions.length, "transaction")} ${transactions.length === 1 ? "gives" : "give"} the transactions root.`,
    label: "transactions root",
  });
}

function checkPosition(bytes: Uint8Array, claims: EvmTxClaims, proof: EvmBlockProof | undefined): Check {
  const title = "Block contains it";
  if (proof?.header === undefined)
    return { title, state: "unchecked", detail: "Its block could not be read." };
  const header = fromHex(proof.header);
  const hash = toHex(transactionHash(header));
  const bad = (detail: string): Check => ({ title, state: "bad", detail });
  if (hash !== claims.blockHash)
    return bad(`The header hashes to ${hash}, this page shows ${claims.blockHash}.`);
  const transactions = proof.transactions.map(fromHex);
  const body = checkBody(headerRoots(header).transactionsRoot, transactions);
  if (body.state === "bad") return bad(body.detail);
  const inside = transactions[claims.txIndex];
  if (inside === undefined || !equalBytes(inside, bytes))
    return bad(`Its block holds other bytes at index ${claims.txIndex}.`);
  const detail = `Index ${claims.txIndex} under the transactions root of ${groupDigits(claims.height)}.`;
  return { title, state: "ok", detail };
}

function checkReceipt(claims: EvmTxClaims, execution: EvmBlockProof["execution"]): Check {
  const title = "Receipt agrees";
  const root = checkReceipts(execution);
  if (execution === undefined || root.state !== "ok") return { ...root, title };
  const { receipts, first } = execution;
  const index = first + claims.txIndex;
  const own = decodeReceipt(fromHex(receipts[index] ?? "0x"));
  const before = claims.txIndex === 0 ? undefined : decodeReceipt(fromHex(receipts[index - 1] ?? "0x"));
  const total = (receipt: typeof before) => (receipt ? quantityToBigint(receipt.cumulativeGasUsed) : 0n);
  const got = formatResult({
    status: String(quantityToBigint(own.status)),
    gasUsed: String(total(own) - total(before)),
    logCount: own.logs.length,
  });
  const { logCount = own.logs.length } = claims;
  const what = `Status, gas and ${plural(own.logs.length, "log")}`;
  return compare(title, {
    got,
    expected: formatResult({ ...claims, logCount }),
    ok: `${what} are under the receipts root of ${groupDigits(execution.height)}.`,
    label: "result",
  });
}

function formatResult({ status, gasUsed, logCount }: { status: string; gasUsed: string; logCount: number }) {
  return `status ${status}, gas ${gasUsed}, ${plural(logCount, "log")}`;
}

function checkReceipts(execution: EvmBlockProof["execution"]): Check {
  const title = "Receipts agree";
  if (execution === undefined)
    return {
      title,
      state: "unchecked",
      detail: "No header commits to them yet, or the node did not answer.",
    };
  return compare(title, {
    got: toHex(orderedTrieRoot(execution.receipts.map(fromHex))),
    expected: toHex(headerRoots(fromHex(execution.header)).receiptsRoot),
    ok: `${plural(execution.receipts.length, "receipt")} ${execution.receipts.length === 1 ? "gives" : "give"} the root that block ${groupDigits(execution.height)} names.`,
    label: "receipts root",
  });
}
