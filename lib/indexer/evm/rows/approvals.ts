import { toHex } from "../../../avalanche/codec/bytes";
import type { EvmDb } from "../../../store/db";
import { findApprovals, findNftApprovals } from "../../../store/queries/evm/by-key";
import { APPROVAL_FORMS, toAmount } from "../../../store/rows/columns";
import type { EvmBatch } from "../../../store/rows/evm-batch";
import type { ApprovalTable, NftApprovalTable } from "../../../store/tables/evm/tokens";
import type { ExecutedEvent } from "../feed/block";

/** Rows of approvals. Of each the newest event counts, in whatever order blocks are stored. */
export class ApprovalRows {
  readonly #ofAccounts = new Newest<ApprovalTable>(approvalName);
  readonly #ofNfts = new Newest<NftApprovalTable>(nftApprovalName);

  /** Adds what an event says. */
  add(
    position: number,
    { logIndex, contract, approval }: Pick<ExecutedEvent, "logIndex" | "contract" | "approval">,
    idOf: (address: Uint8Array) => number,
  ): void {
    if (approval === undefined) return;
    const { form, owner, spender, value } = approval;
    const row = {
      owner_id: idOf(owner),
      token_id: idOf(contract),
      spender_id: idOf(spender),
      position,
      log_index: logIndex,
    };
    if (form === "one") this.#ofNfts.add({ ...row, token_number: toAmount(value) });
    else this.#ofAccounts.add({ ...row, form: APPROVAL_FORMS.indexOf(form), value: toAmount(value) });
  }

  /** Adds to `batch` the rows that are newer than those stored. */
  async finish(db: EvmDb, batch: Pick<EvmBatch, "approval" | "nft_approval">): Promise<void> {
    for (const row of await this.#ofAccounts.finish((rows) => findApprovals(db, rows)))
      batch.approval.push(row);
    for (const row of await this.#ofNfts.finish((rows) => findNftApprovals(db, rows)))
      batch.nft_approval.push(row);
  }
}

/** Identifies the row that the events of an owner, a contract and a spender share. */
export function approvalName({
  owner_id,
  token_id,
  form,
  spender_id,
}: Pick<ApprovalTable, "owner_id" | "token_id" | "form" | "spender_id">): string {
  return `${owner_id}/${token_id}/${form}/${spender_id}`;
}

/** Identifies the row that the events of one token share. */
export function nftApprovalName({
  token_id,
  token_number,
}: Pick<NftApprovalTable, "token_id" | "token_number">): string {
  return `${token_id}/${toHex(token_number)}`;
}

/** The newest row of each name. */
class Newest<Row extends { position: number; log_index: number }> {
  readonly #rows = new Map<string, Row>();
  readonly #nameOf: (row: Row) => string;

  constructor(nameOf: (row: Row) => string) {
    this.#nameOf = nameOf;
  }

  add(row: Row): void {
    const name = this.#nameOf(row);
    const known = this.#rows.get(name);
    if (known && (known.position - row.position || known.log_index - row.log_index) > 0) return;
    this.#rows.set(name, row);
  }

  /** The rows to store. Where the stored one is newer, it stays. */
  async finish(findStored: (rows: Row[]) => Promise<Row[]>): Promise<Row[]> {
    if (this.#rows.size === 0) return [];
    for (const row of await findStored([...this.#rows.values()])) this.add(row);
    return [...this.#rows.values()];
  }
}
