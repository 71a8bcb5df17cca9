import {
  listMovementEpochs,
  listMovements,
  type Movement,
  type MovementList,
} from "../../store/queries/evm/holder";
import { ACTIVITY } from "../../store/rows/columns";
import type { EvmSnapshot } from "../snapshot/evm";
import { ROWS_PER_STEP, type Step } from "../snapshot/steps";
import { FlatSums, readLimbs } from "./packed-sums";

/** Reads a little of a store: of the snapshot at hand, or of one for each reading. */
export type ReadSome = <T>(work: (db: EvmSnapshot["db"]) => Promise<T>) => Promise<T>;

/** Movements of a list, newest first, some at a time. */
export async function* readMovements(
  read: ReadSome,
  list: MovementList,
  step: Step,
): AsyncGenerator<Movement[], void, void> {
  for (const epoch of await read((db) => listMovementEpochs(db, list))) {
    let before: Movement | undefined;
    do {
      const start = before;
      const page = await read((db) =>
        listMovements(db, list, { epoch, before: start, limit: ROWS_PER_STEP }),
      );
      yield page;
      before = page.length < ROWS_PER_STEP ? undefined : page.at(-1);
      await step();
    } while (before !== undefined);
  }
}

/** Undoes a token's movements between two positions, newest first. */
export async function undoMovements(
  read: ReadSome,
  { past, tokenId, ...range }: { past: TokenPast; tokenId: number; from: number; below?: number },
  step: Step,
): Promise<void> {
  const kinds = { transfers: ACTIVITY.token, wraps: ACTIVITY.wrapper };
  for await (const page of readMovements(read, { addressId: tokenId, kinds, ...range }, step))
    for (const movement of page) past.undo(movement);
  past.endMoment();
}

/** Of whom a past is kept, and of when: about 120 bytes for each who moved any. */
export interface PastOptions {
  /** Movements from this position on are behind the time that is looked at. */
  below: number;
  /** Number of the zero address, of whom nothing is counted. */
  nobodyId: number | undefined;
  /** Numbers of addresses: of others nothing is kept. */
  after?: number;
  last?: number;
}

/**
 * How much more everyone had of a token than before its movements were undone: at most, in the time that is looked at. A
 * moment is what a transaction leaves, so who passes tokens on within one never had them.
 */
export class TokenPast {
  readonly #options: Required<PastOptions>;
  /** By number of an address: its place in the lists. */
  readonly #places = new Map<number, number>();
  readonly #differences = new FlatSums();
  readonly #most = new FlatSums();
  readonly #amount = new Uint32Array(8);
  #position: number | undefined;
  /** Places changed by the transaction being undone, in the time that is looked at. */
  readonly #changed: number[] = [];

  constructor(options: PastOptions) {
    this.#options = { after: 0, last: Number.MAX_SAFE_INTEGER, ...options };
  }

  undo({ position, fromId, toId, amount }: Pick<Movement, "position" | "fromId" | "toId" | "amount">): void {
    if (position !== this.#position) this.endMoment();
    this.#position = position;
    if (fromId === toId) return;
    readLimbs(amount, this.#amount);
    this.#add(toId, -1, position);
    this.#add(fromId, 1, position);
  }

  /** All movements of a transaction are undone: what is left was had. */
  endMoment(): void {
    for (const place of this.#changed) {
      if (this.#most.isBelow(place, this.#differences)) this.#most.take(place, this.#differences);
    }
    this.#changed.length = 0;
  }

  /** Numbers of those who moved any, ascending: as the store has their rows. */
  ids(): number[] {
    return [...this.#places.keys()].sort((a, b) => a - b);
  }

  has(id: number): boolean {
    return this.#places.has(id);
  }

  /** More, or less: when the time that is looked at ended, or at most in it. */
  most(id: number): bigint {
    const place = this.#places.get(id);
    return place === undefined ? 0n : this.#most.at(place);
  }

  #add(id: number | null, sign: 1 | -1, position: number): void {
    const { below, nobodyId, after, last } = this.#options;
    if (id === null || id === nobodyId || id <= after || id > last) return;
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
