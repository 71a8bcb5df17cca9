import type { EvmCall } from "../../../client/evm-json";
import type { EvmDb } from "../../../store/db";
import { findContracts } from "../../../store/queries/evm/by-key";
import { findHolder, type HolderRow, listHoldersIn } from "../../../store/queries/evm/holder";
import { amountOf } from "../../../store/rows/columns";
import type { ContractTable } from "../../../store/tables/evm/tokens";
import { type AskBalance, isComparable, MOST_COMPARED, type Witness } from "../facts/check-balance";
import type { ExecutedTransaction } from "../feed/block";

/**
 * A contract that was called and wrote no event about balances, which it may have changed all the same, or a token whose
 * transfer could not be compared.
 */
interface Uncompared {
  contract: Uint8Array;
  /** Who called, or got something. */
  account: { id: number; address: Uint8Array };
}

/** Holders among which one with a balance is looked for. */
const MOST_HOLDERS = 16;
/** Most batches that are left out when the node has no answers, as about old blocks when it prunes. */
const MOST_LEFT_OUT = 64;
/** Tokens that wait for a comparison. One that finds no room comes again with its next call or transfer. */
const MOST_WAITING = 10_000;

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
  /** The balance of a holder by the events of these blocks; undefined if they do not name the holder. */
  balanceOf(tokenId: number, holderId: number): bigint | undefined;
}

/**
 * Tokens that were called without a word about balances, and those whose transfers were not compared. A few are compared
 * with each batch, the longest waiting first. The others wait, and so do those about which the node has no answer, which is
 * asked ever more rarely. A restart forgets them.
 */
export class UncomparedTokens {
  /** Called in these blocks: tokens and other contracts, by number. */
  readonly #called = new Map<number, Uncompared>();
  readonly #waiting = new Map<number, Uncompared>();
  /** Batches to leave out, and how many after the next one without an answer. */
  #leaveOut = 0;
  #pause = 1;

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
    const account = { id: idOf(from), address: from };
    for (const [id, contract] of called) this.#called.set(id, { contract, account });
  }

  /** Adds a token whose balances could not be compared when it moved: the node prunes, or too many moved at once. */
  postpone(tokenId: number, { contract, holder, holderId }: Witness): void {
    this.#wait(tokenId, { contract, account: { id: holderId, address: holder } });
  }

  #wait(tokenId: number, { contract, account }: Uncompared): void {
    if (this.#waiting.size >= MOST_WAITING) return;
    // Copies, because each may be a part of a whole run of blocks.
    const address = new Uint8Array(account.address);
    this.#waiting.set(tokenId, { contract: new Uint8Array(contract), account: { id: account.id, address } });
  }

  /** Compares a few tokens. @returns those whose balances are not what their events say */
  async compare(db: EvmDb, comparison: Comparison): Promise<ContractTable[]> {
    await this.#findTokens(db, comparison);
    if (this.#leaveOut > 0) {
      this.#leaveOut -= 1;
      return [];
    }
    const turn = [...this.#waiting].slice(0, MOST_COMPARED);
    const stored = await findContracts(
      db,
      turn.map(([id]) => id).filter((id) => !comparison.contracts.has(id)),
    );
    const known = new Map([...stored.map((row) => [row.address_id, row] as const), ...comparison.contracts]);
    const answered: boolean[] = [];
    const found = await Promise.all(
      turn.map(async ([id, call]) => {
        this.#waiting.delete(id);
        const contract = known.get(id);
        if (contract === undefined || !isComparable(contract)) return [];
        const differs = await this.#differs(db, id, call, comparison);
        if (differs === undefined) this.#waiting.set(id, call);
        answered.push(differs !== undefined);
        return differs ? [contract] : [];
      }),
    );
    const isRefused = answered.length > 0 && !answered.includes(true);
    this.#pause = isRefused ? Math.min(2 * this.#pause, MOST_LEFT_OUT) : 1;
    this.#leaveOut = this.#pause - 1;
    return found.flat();
  }

  /** Moves the tokens among the called contracts to those that wait. */
  async #findTokens(db: EvmDb, { contracts }: Comparison): Promise<void> {
    const fresh = [...this.#called.keys()].filter((id) => !this.#waiting.has(id));
    const stored = await findContracts(
      db,
      fresh.filter((id) => !contracts.has(id)),
    );
    const known = [...stored, ...fresh.flatMap((id) => contracts.get(id) ?? [])];
    for (const contract of known) {
      const call = this.#called.get(contract.address_id);
      if (call && isComparable(contract)) this.#wait(contract.address_id, call);
    }
    this.#called.clear();
  }

  /** Whether a balance is not what events say: the account's, which may have got some, or one of somebody who has some. */
  async #differs(
    db: EvmDb,
    tokenId: number,
    { contract, account }: Uncompared,
    { height, ask, balanceOf }: Comparison,
  ): Promise<boolean | undefined> {
    const balance = (holderId: number, row: HolderRow | undefined) =>
      balanceOf(tokenId, holderId) ?? (row === undefined ? 0n : amountOf(row.balance));
    const holders = await listHoldersIn(db, { tokenId }, { after: -1, limit: MOST_HOLDERS });
    const holder = holders.find((row) => balance(row.holderId, row) > 0n);
    const own =
      holders.find(({ holderId }) => holderId === account.id) ??
      (await findHolder(db, { tokenId }, account.id));
    const compared = [
      { ...account, expected: balance(account.id, own) },
      ...(holder
        ? [{ id: holder.holderId, address: holder.address, expected: balance(holder.holderId, holder) }]
        : []),
    ];
    const differs = await Promise.all(
      compared.map(async ({ id, address, expected }) => {
        const witness: Witness = { contract, holder: address, holderId: id, moved: 0n };
        const answer = await ask(witness, height);
        return answer === undefined ? undefined : answer !== expected;
      }),
    );
    return differs.includes(true) || (differs.includes(undefined) ? undefined : false);
  }
}
