import type { SearchParams } from "@/components/list/list-params";
import { isEvmHash } from "./chain";

/** Position and filter of a list of EVM transactions. */
export interface EvmTxListParams {
  /** Hash of the transaction behind which it goes on. */
  before?: string;
  status?: "failed" | "success";
}

/** Position of a list of a token's transfers: behind the last one that a log of a transaction made. */
export interface TransferListParams {
  before?: { txHash: string; logIndex: number };
}

/** Position of a list of a collection's tokens: behind one of them. */
export interface NftListParams {
  after?: string;
}

/** Whether an address of the C-Chain's transactions means the atomic ones: they alone have these filters and cb58 ids. */
export function isAtomicList({ kind, addresses, types, l1, before }: SearchParams): boolean {
  if (kind === "atomic" || [addresses, types, l1].some((filter) => filter !== undefined && filter !== ""))
    return true;
  const [id = ""] = [before].flat();
  return id !== "" && !isEvmHash(id);
}

/** Undefined when a parameter is malformed: such an address does not exist. */
export function readEvmTxListParams({ before, status }: SearchParams): EvmTxListParams | undefined {
  const params: EvmTxListParams = {};
  if (before !== undefined && before !== "") {
    if (typeof before !== "string" || !isEvmHash(before)) return undefined;
    params.before = before.toLowerCase();
  }
  if (status !== undefined && status !== "") {
    if (status !== "failed" && status !== "success") return undefined;
    params.status = status;
  }
  return params;
}

/** `before=<transaction>-<log index>`; undefined when it is malformed. */
export function readTransferListParams({ before }: SearchParams): TransferListParams | undefined {
  if (before === undefined || before === "") return {};
  const [, txHash, logIndex] = /^(0x[0-9a-f]{64})-(\d{1,9})$/.exec(String(before)) ?? [];
  return txHash === undefined ? undefined : { before: { txHash, logIndex: Number(logIndex) } };
}

/** `after=<token id>`, decimal; undefined when it is malformed. */
export function readNftListParams({ after }: SearchParams): NftListParams | undefined {
  if (after === undefined || after === "") return {};
  return /^\d{1,78}$/.test(String(after)) ? { after: String(BigInt(String(after))) } : undefined;
}
