import type { EvmCall } from "../../../client/evm-json";
import type { EvmDb } from "../../../store/db";
import { findContracts } from "../../../store/queries/evm/by-key";
import type { ContractTable, UncomparedTokenTable } from "../../../store/tables/evm/tokens";
import {
  type AskBalance,
  type BalanceChange,
  balancesToCompare,
  differ,
  isComparable,
  MOST_COMPARED,
} from "../facts/check-balance";
import type { ExecutedTransaction } from "../feed/block";

/** A contract that was called and wrote no event about balances, which it may have changed all the same. */
interface Called {
  contract: Uint8Array;
  caller: { id: number; address: Uint8Array };
}

interface CallingTransaction {
  transaction: ExecutedTransaction;
  trace: EvmCall | undefined;
  idOf(address: Uint8Array): number;
}

interface Comparison {
  height: number;
  ask: AskBalance;
  /** Contracts of these blocks, by number. */
  contracts: ReadonlyMap<number, ContractTable>;
  balanceOf: BalanceChange;
  /** Whether balances can't be told from the events yet. */
  isPartial: boolean;
}

/**
 * Tokens of a batch that were called without a word about balances, and those whose transfers were not compared. A few of
 * those called are compared at once. `late-balances.ts` compares the others later.
 */
export class UncomparedTokens {
  /** Tokens and other contracts, by number. */
  readonly #called = new Map<number, Called>();
  /** Holders to compare, by the number of the token. */
  readonly #waiting = new Map<number, number>();

  /** Adds what a transaction called. */
  addCalls({ transaction, trace, idOf }: CallingTransaction): void {
    const { from, to, succeeded, events, selector } = transaction;
    if (!succeeded) return;
    const called = new Map<number, Uint8Array>();
    if (to && selector) called.set(idOf(to), to);
    const visit = ({ type, to, error, gasUsed, calls }: EvmCall): void => {
      if (error !== undefined) return;
      // An account without code uses no gas.
      if (type === "CALL" && to && gasUsed > 0) called.set(idOf(to), to);
      for (const inner of calls) visit(inner);
    };
    for (const inner of trace?.calls ?? []) visit(inner);
    for (const { contract, transfers, wrap, approval } of events)
      if (transfers.length > 0 || wrap || approval) called.delete(idOf(contract));
    const caller = { id: idOf(from), address: from };
    for (const [id, contract] of called) this.#called.set(id, { contract, caller });
  }

  /** Adds a token whose balances could not be compared when it moved: the node prunes, or too many moved at once. */
  postpone(tokenId: number, holderId: number): void {
    this.#waiting.set(tokenId, holderId);
  }

  /** Compares a few of the tokens that were called. @returns those whose balances are not what their events say */
  async compare(db: EvmDb, comparison: Comparison): Promise<ContractTable[]> {
    const { contracts, isPartial } = comparison;
    const stored = await findContracts(
      db,
      [...this.#called.keys()].filter((id) => !contracts.has(id)),
    );
    const known = [...stored, ...[...this.#called.keys()].flatMap((id) => contracts.get(id) ?? [])];
    const tokens = known.filter(isComparable);
    const found = await Promise.all(
      tokens.map(async (token, i) => {
        const called = this.#called.get(token.address_id);
        if (called === undefined) return [];
        const differs =
          isPartial || i >= MOST_COMPARED
            ? undefined
            : await this.#differs(db, token.address_id, called, comparison);
        if (differs === undefined) this.postpone(token.address_id, called.caller.id);
        return differs ? [token] : [];
      }),
    );
    return found.flat();
  }

  async #differs(
    db: EvmDb,
    tokenId: number,
    { contract, caller }: Called,
    { height, ask, balanceOf }: Comparison,
  ): Promise<boolean | undefined> {
    const expected = await balancesToCompare(db, { tokenId, account: caller }, balanceOf);
    return differ(expected, { contract, height, ask });
  }

  /** The tokens that wait. @param height of the last block */
  rows(height: number): UncomparedTokenTable[] {
    return [...this.#waiting].map(([token_id, holder_id]) => ({ token_id, holder_id, height }));
  }
}
