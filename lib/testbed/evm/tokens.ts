/** The rules of the token contracts in `contracts/`, as plain arithmetic. */

/** An account, in lower case. */
export type Address = string;

export const NOBODY: Address = `0x${"0".repeat(40)}`;

/** A movement of tokens, as in the contract's event. */
export interface Moved {
  token: Address;
  form: "erc20" | "erc721" | "erc1155";
  from: Address;
  to: Address;
  /** Absent for ERC-20. */
  id?: bigint;
  value: bigint;
}

/** Between which addresses tokens move. */
export interface Way {
  from: Address;
  to: Address;
}

/** The movements of a call; undefined if it fails, which changes nothing. */
type Result = Moved[] | undefined;

const MAX = 2n ** 256n - 1n;

/** An ERC-20. The balances of `fee`, `rebasing` and `wrapped` differ from what their events say. */
export class CoinModel {
  readonly held = new Map<Address, bigint>();
  readonly #allowances = new Map<string, bigint>();
  #supply = 0n;
  #factor = 1n;
  /** Wei paid in and not returned. Minted tokens have none behind them. */
  #wei = 0n;

  constructor(
    readonly address: Address,
    readonly kind: "plain" | "fee" | "rebasing" | "wrapped",
  ) {}

  /** Whether its events give all balances. */
  get hasAllEvents(): boolean {
    return this.kind === "plain" || this.kind === "wrapped";
  }

  balanceOf(holder: Address): bigint {
    return (this.held.get(holder) ?? 0n) * this.#factor;
  }

  mint(to: Address, value: bigint): Result {
    if (this.#supply + value > MAX) return undefined;
    this.#supply += value;
    this.#add(to, value);
    return this.#say(NOBODY, to, value);
  }

  burn(from: Address, value: bigint): Result {
    if (!this.#take(from, value)) return undefined;
    this.#supply -= value;
    return this.#say(from, NOBODY, value);
  }

  transfer({ from, to }: Way, value: bigint): Result {
    if (!this.#take(from, value)) return undefined;
    const fee = this.kind === "fee" ? value / 10n : 0n;
    this.#add(to, value - fee);
    this.#supply -= fee;
    return this.#say(from, to, value);
  }

  approve(owner: Address, spender: Address, value: bigint): Result {
    this.#allowances.set(`${owner} ${spender}`, value);
    return [];
  }

  transferFrom(spender: Address, way: Way, value: bigint): Result {
    const name = `${way.from} ${spender}`;
    const allowed = this.#allowances.get(name) ?? 0n;
    if (allowed < value) return undefined;
    const moved = this.transfer(way, value);
    if (moved) this.#allowances.set(name, allowed - value);
    return moved;
  }

  rebase(): Result {
    this.#supply = (this.#supply / this.#factor) * (this.#factor + 1n);
    this.#factor += 1n;
    return [];
  }

  deposit(to: Address, value: bigint): Result {
    this.#add(to, value);
    this.#supply += value;
    this.#wei += value;
    return [];
  }

  withdraw(from: Address, value: bigint): Result {
    if (this.#wei < value || !this.#take(from, value)) return undefined;
    this.#supply -= value;
    this.#wei -= value;
    return [];
  }

  #take(from: Address, value: bigint): boolean {
    const has = this.held.get(from) ?? 0n;
    if (has < value) return false;
    this.held.set(from, has - value);
    return true;
  }

  #add(to: Address, value: bigint): void {
    this.held.set(to, (this.held.get(to) ?? 0n) + value);
  }

  #say(from: Address, to: Address, value: bigint): Moved[] {
    return [{ token: this.address, form: "erc20", from, to, value }];
  }
}

/** An ERC-721. */
export class CollectionModel {
  /** Burned tokens belong to the zero address. */
  readonly owners = new Map<bigint, Address>();
  readonly #approved = new Map<bigint, Address>();
  readonly #operators = new Set<string>();

  constructor(readonly address: Address) {}

  mint(to: Address, id: bigint): Result {
    return this.#ownerOf(id) === NOBODY ? this.#place(NOBODY, to, id) : undefined;
  }

  burn(from: Address, id: bigint): Result {
    return this.#place(from, NOBODY, id);
  }

  transferFrom(sender: Address, { from, to }: Way, id: bigint): Result {
    const may =
      from === sender || this.#approved.get(id) === sender || this.#operators.has(`${from} ${sender}`);
    return may && to !== NOBODY ? this.#place(from, to, id) : undefined;
  }

  approve(sender: Address, spender: Address, id: bigint): Result {
    if (this.#ownerOf(id) !== sender) return undefined;
    this.#approved.set(id, spender);
    return [];
  }

  approveAll(owner: Address, operator: Address): Result {
    this.#operators.add(`${owner} ${operator}`);
    return [];
  }

  #ownerOf(id: bigint): Address {
    return this.owners.get(id) ?? NOBODY;
  }

  #place(from: Address, to: Address, id: bigint): Result {
    if (this.#ownerOf(id) !== from) return undefined;
    this.owners.set(id, to);
    this.#approved.delete(id);
    return [{ token: this.address, form: "erc721", from, to, id, value: 1n }];
  }
}

/** Ids and an amount for each. */
interface Batch {
  ids: bigint[];
  values: bigint[];
}

/** An ERC-1155. */
export class ItemsModel {
  /** By `id holder`. */
  held = new Map<string, bigint>();
  readonly #operators = new Set<string>();

  constructor(readonly address: Address) {}

  balanceOf(holder: Address, id: bigint): bigint {
    return this.held.get(`${id} ${holder}`) ?? 0n;
  }

  approveAll(owner: Address, operator: Address): Result {
    this.#operators.add(`${owner} ${operator}`);
    return [];
  }

  transfer(sender: Address, way: Way, batch: Batch): Result {
    const may = way.from === sender || this.#operators.has(`${way.from} ${sender}`);
    return may && way.from !== NOBODY && way.to !== NOBODY ? this.move(way, batch) : undefined;
  }

  /** Mints from the zero address, burns to it. Fails unless there are as many values as ids. */
  move({ from, to }: Way, { ids, values }: Batch): Result {
    if (ids.length !== values.length) return undefined;
    const after = new Map(this.held);
    const add = (holder: Address, id: bigint, value: bigint): boolean => {
      if (holder === NOBODY) return true;
      const has = (after.get(`${id} ${holder}`) ?? 0n) + value;
      after.set(`${id} ${holder}`, has);
      return has >= 0n && has <= MAX;
    };
    const moves = ids.map((id, i) => ({ id, value: values[i] ?? 0n }));
    if (!moves.every(({ id, value }) => add(from, id, -value) && add(to, id, value))) return undefined;
    this.held = after;
    return moves.map((move) => ({ token: this.address, form: "erc1155", from, to, ...move }));
  }
}
