import { InputError } from "../errors";
import { ACTIVITY } from "../store/columns";
import {
  listMovementEpochs,
  listMovements,
  type Movement,
  type MovementList,
} from "../store/queries/evm/holder";
import type { EvmSnapshot } from "./evm";
import { FlatSums, readLimbs } from "./flat-sums";
import { ROWS_PER_STEP, type Step } from "./steps";

/** Positions: the frame is from `from` and below `below`; the list is of what stands below `end`. */
export interface PastFrame {
  from: number;
  below: number;
  end: number;
}

/** Movements of a list, newest first, some at a time. */
export async function* readMovements(
  { db }: Pick<EvmSnapshot, "db">,
  list: MovementList,
  step: Step,
): AsyncGenerator<Movement[], void, void> {
  for (const epoch of await listMovementEpochs(db, list)) {
    let before: Movement | undefined;
    do {
      const page: Movement[] = await listMovements(db, list, { epoch, before, limit: ROWS_PER_STEP });
      yield page;
      before = page.length < ROWS_PER_STEP ? undefined : page.at(-1);
      await step();
    } while (before !== undefined);
  }
}

/** Undoes a token's movements, newest first, back to where the frame begins. @throws InputError BAD_PARAMETER */
export async function replayToken(
  context: Pick<EvmSnapshot, "db">,
  { tokenId, nobodyId, frame }: { tokenId: number; nobodyId: number | undefined; frame: PastFrame },
  step: Step,
): Promise<TokenPast> {
  const past = new TokenPast(frame, { nobodyId });
  const kinds = { transfers: ACTIVITY.token, wraps: ACTIVITY.wrapper };
  const list = { addressId: tokenId, kinds, from: frame.from };
  for await (const page of readMovements(context, list, step))
    for (const movement of page) past.undo(movement);
  past.endMoment();
  return past;
}

/** Addresses whose past is kept at once, about 150 bytes each. */
const MOST_ADDRESSES = 2_000_000;

/**
 * How what everyone had of a token differed from what the newest block leaves: at the end of a list, and at most in a
 * frame. A moment is what a transaction leaves, so who passes tokens on within one never had them.
 */
export class TokenPast {
  readonly #frame: PastFrame;
  readonly #nobodyId: number | undefined;
  readonly #mostAddresses: number;
  /** By number of an address: its place in the lists. */
  readonly #places = new Map<number, number>();
  readonly #differences = new FlatSums();
  readonly #atEnd = new FlatSums();
  readonly #most = new FlatSums();
  readonly #amount = new Uint32Array(8);
  #position: number | undefined;
  /** Places changed in the frame by the transaction being undone. */
  readonly #changed: number[] = [];

  /** @param options `nobodyId`: number of the zero address, of whom nothing is counted */
  constructor(frame: PastFrame, options: { nobodyId: number | undefined; mostAddresses?: number }) {
    this.#frame = frame;
    this.#nobodyId = options.nobodyId;
    this.#mostAddresses = options.mostAddresses ?? MOST_ADDRESSES;
  }

  /** @throws InputError BAD_PARAMETER when more addresses took part than can be kept */
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

  /** More than now, or less. */
  atEnd(id: number): bigint {
    return this.#at(this.#atEnd, id);
  }

  /** The same in the frame. */
  most(id: number): bigint {
    return this.#at(this.#most, id);
  }

  #at(sums: FlatSums, id: number): bigint {
    const place = this.#places.get(id);
    return place === undefined ? 0n : sums.at(place);
  }

  #add(id: number | null, sign: 1 | -1, position: number): void {
    if (id === null || id === this.#nobodyId) return;
    const place = this.#placeOf(id);
    this.#differences.add(place, this.#amount, sign);
    if (position >= this.#frame.end) this.#atEnd.take(place, this.#differences);
    if (position >= this.#frame.below) this.#most.take(place, this.#differences);
    else this.#changed.push(place);
  }

  #placeOf(id: number): number {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    const place = this.#places.size;
    if (place >= this.#mostAddresses) {
      throw new InputError(
        "BAD_PARAMETER",
        `more than ${this.#mostAddresses} addresses moved the token since the time frame began`,
        { hint: "ask for a shorter or later time frame" },
      );
    }
    this.#places.set(id, place);
    return place;
  }
}
