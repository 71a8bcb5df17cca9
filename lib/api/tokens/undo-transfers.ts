import { listEpochs } from "../../store/queries/evm/epochs";
import { type Held, listMovements, type Movement, type MovementList } from "../../store/queries/evm/holder";
import { ACTIVITY } from "../../store/rows/columns";
import type { EvmSnapshot } from "../snapshot/evm";
import { ROWS_PER_TURN, type YieldTurn } from "../snapshot/yield-turn";
import { PackedSums, readLimbs } from "./packed-sums";

/** Reads a part of a store, in one snapshot or in a new one for each part. */
export type ReadSome = <T>(work: (db: EvmSnapshot["db"]) => Promise<T>) => Promise<T>;

/** Transfers of a list, newest first, in pages. */
export async function* readTransfers(
  read: ReadSome,
  list: MovementList,
  yieldTurn: YieldTurn,
): AsyncGenerator<Movement[], void, void> {
  for (const epoch of await read((db) => listEpochs(db, list.addressId, { ...list, order: "desc" }))) {
    let before: Movement | undefined;
    do {
      const start = before;
      const page = await read((db) =>
        listMovements(db, list, { epoch, before: start, limit: ROWS_PER_TURN }),
      );
      yield page;
      before = page.length < ROWS_PER_TURN ? undefined : page.at(-1);
      await yieldTurn();
    } while (before !== undefined);
  }
}

/** Undoes a token's transfers between two positions, newest first; of one token of a collection, those of that one. */
export async function undoTransfers(
  read: ReadSome,
  { past, tokenId, number, ...range }: Held & { past: UndoneTransfers; from: number; below?: number },
  yieldTurn: YieldTurn,
): Promise<void> {
  const kinds = { transfers: ACTIVITY.token, wraps: ACTIVITY.wrapper };
  const only = number && Buffer.from(number).toString("hex");
  for await (const page of readTransfers(read, { addressId: tokenId, kinds, ...range }, yieldTurn))
    for (const movement of page) if (only === undefined || movement.number === only) past.undo(movement);
  past.endTransaction();
}

/** Whose balances to follow, and when. Takes about 120 bytes for each address with a transfer. */
export interface UndoOptions {
  /** Transfers from this position on are after the time frame. */
  below: number;
  /** Id of the zero address, which is not followed. */
  zeroAddressId: number | undefined;
  /** Only ids above `after` and up to `last` are followed. */
  after?: number;
  last?: number;
}

/**
 * How much more each address had of a token than after the undone transfers: the maximum within the time frame. Only
 * balances between transactions count, so an address that passes tokens on within one never had them.
 */
export class UndoneTransfers {
  readonly #options: Required<UndoOptions>;
  /** Index in the packed sums, by address id. */
  readonly #places = new Map<number, number>();
  readonly #differences = new PackedSums();
  readonly #most = new PackedSums();
  readonly #amount = new Uint32Array(8);
  #position: number | undefined;
  /** Indexes changed by the transaction that is being undone, within the time frame. */
  readonly #changed: number[] = [];

  constructor(options: UndoOptions) {
    this.#options = { after: 0, last: Number.MAX_SAFE_INTEGER, ...options };
  }

  undo({ position, fromId, toId, amount }: Pick<Movement, "position" | "fromId" | "toId" | "amount">): void {
    if (position !== this.#position) this.endTransaction();
    this.#position = position;
    if (fromId === toId) return;
    readLimbs(amount, this.#amount);
    this.#add(toId, -1, position);
    this.#add(fromId, 1, position);
  }

  /** Call when all transfers of a transaction are undone: only then do the balances count. */
  endTransaction(): void {
    for (const place of this.#changed) {
      if (this.#most.isBelow(place, this.#differences)) this.#most.take(place, this.#differences);
    }
    this.#changed.length = 0;
  }

  /** Ids of all followed addresses with a transfer, ascending like the store's rows. */
  ids(): number[] {
    return [...this.#places.keys()].sort((a, b) => a - b);
  }

  has(id: number): boolean {
    return this.#places.has(id);
  }

  /** The largest difference within the time frame or at its end; may be negative. */
  most(id: number): bigint {
    const place = this.#places.get(id);
    return place === undefined ? 0n : this.#most.at(place);
  }

  #add(id: number | null, sign: 1 | -1, position: number): void {
    const { below, zeroAddressId, after, last } = this.#options;
    if (id === null || id === zeroAddressId || id <= after || id > last) return;
    const place = this.#placeOf(id);
    this.#differences.add(place, this.#amount, sign);
    if (position >= below) this.#most.take(place, this.#differences);
    else this.#changed.push(place);
  }

  #placeOf(id: number): number {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    const place = this.#places.size;
    this.#places.set(id, place);
    return place;
  }
}
