import type { EvmDb } from "../../../store/db";
import { findApprovals } from "../../../store/queries/evm/by-key";
import { APPROVAL_FORMS, toAmount } from "../../../store/rows/columns";
import type { EvmBatch } from "../../../store/rows/evm-batch";
import type { ApprovalTable } from "../../../store/tables/evm/tokens";
import type { ExecutedEvent } from "../feed/block";

/** Rows of approvals. Of each the newest event counts, in whatever order blocks are stored. */
export class ApprovalRows {
  readonly #newest = new Map<string, ApprovalTable>();

  /** Adds what an event says. */
  add(
    position: number,
    { logIndex, contract, approval }: Pick<ExecutedEvent, "logIndex" | "contract" | "approval">,
    idOf: (address: Uint8Array) => number,
  ): void {
    if (approval === undefined) return;
    this.#keep({
      owner_id: idOf(approval.owner),
      token_id: idOf(contract),
      form: APPROVAL_FORMS.indexOf(approval.form),
      spender_id: idOf(approval.spender),
      value: toAmount(approval.value),
      position,
      log_index: logIndex,
    });
  }

  /** Adds to `batch` the rows that are newer than those stored. */
  async finish(db: EvmDb, batch: Pick<EvmBatch, "approval">): Promise<void> {
    if (this.#newest.size === 0) return;
    const given = [...this.#newest.keys()];
    for (const row of await findApprovals(db, [...this.#newest.values()])) this.#keep(row);
    for (const name of given) {
      const row = this.#newest.get(name);
      if (row) batch.approval.push(row);
    }
  }

  #keep(row: ApprovalTable): void {
    const { owner_id, token_id, form, spender_id, position, log_index } = row;
    const name = `${owner_id}/${token_id}/${form}/${spender_id}`;
    const known = this.#newest.get(name);
    if (known && (known.position - position || known.log_index - log_index) > 0) return;
    this.#newest.set(name, row);
  }
}
