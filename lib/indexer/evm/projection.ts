import { amountColumn, amountOf } from "../../store/columns";
import { type EvmBatch, newEvmBatch } from "../../store/evm-batch";
import type { EvmStore } from "../../store/open-evm";
import { findBalances, findHours, findLastNftId, findNfts } from "../../store/queries/evm/by-key";
import type { ContractTable } from "../../store/tables/evm/contract";
import type { EpochTable } from "../../store/tables/evm/epoch";
import type { NftTable } from "../../store/tables/evm/nft";
import { byteKey } from "../byte-key";
import type { Dictionary } from "../dictionary";

/** A token of a contract, or the contract's one kind of token. */
interface TokenKey {
  tokenId: number;
  /** As `token_number` holds it. */
  number: Uint8Array;
}

type NftFacts = Omit<NftTable, "id" | "token_id" | "token_number">;
type Creation = Pick<ContractTable, "created_position" | "deployer_id" | "creator_id">;

/**
 * Rows of a batch of blocks in the making. What only needs the blocks is pushed as it is met; what adds to stored rows
 * (balances, owners, hours) is gathered and made into rows by `finish`.
 */
export class EvmProjection {
  readonly batch: EvmBatch = newEvmBatch();
  /** Transactions of the chain up to the last block projected. */
  txTotal = 0;
  readonly #addresses: Dictionary;
  readonly #contracts: Map<number, ContractTable>;
  #epoch: EpochTable;
  readonly #changedContracts = new Set<number>();
  readonly #addressEpochs = new Set<number>();
  readonly #deltas = new Map<string, { key: TokenKey & { holderId: number }; delta: bigint }>();
  readonly #nfts = new Map<string, { key: TokenKey; row: NftFacts }>();
  readonly #hours = new Map<number, { blocks: number; transactions: number; gas: number }>();

  /**
   * @param addresses prepared with every address of the batch
   * @param contracts what is known of the contracts that write token events in it, new ones included
   * @param epoch the one being filled
   */
  constructor(addresses: Dictionary, contracts: Map<number, ContractTable>, epoch: EpochTable) {
    this.#addresses = addresses;
    this.#contracts = contracts;
    this.#epoch = { ...epoch };
  }

  /** The epoch being filled after this batch. */
  get epoch(): EpochTable {
    return this.#epoch;
  }

  addressId(address: Uint8Array): number {
    return this.#addresses.idOf(address, (entry) => this.batch.address.push(entry));
  }

  /** What the contract's standard is known to be; 0 when nothing is. */
  standardOf(tokenId: number): number {
    return this.#contracts.get(tokenId)?.standard ?? 0;
  }

  addActivity(addressId: number, kind: number, position: number, item: number): void {
    const { epoch } = this.#epoch;
    this.batch.address_activity.push({ epoch, address_id: addressId, kind, position, item });
    this.#epoch.items += 1;
    if (this.#addressEpochs.has(addressId)) return;
    this.#addressEpochs.add(addressId);
    this.batch.address_epoch.push({ address_id: addressId, epoch });
  }

  addContract(addressId: number, creation: Creation): void {
    const known = this.#contracts.get(addressId) ?? unknownContract(addressId);
    this.#contracts.set(addressId, { ...known, ...creation });
    this.#changedContracts.add(addressId);
  }

  addBalance(key: TokenKey & { holderId: number }, delta: bigint): void {
    const name = `${key.tokenId}/${key.holderId}/${byteKey(key.number)}`;
    const found = this.#deltas.get(name);
    if (found) found.delta += delta;
    else this.#deltas.set(name, { key, delta });
  }

  setNft(key: TokenKey, row: NftFacts): void {
    const name = `${key.tokenId}/${byteKey(key.number)}`;
    const before = this.#nfts.get(name)?.row;
    this.#nfts.set(name, {
      key,
      row: { ...row, minted_position: before?.minted_position ?? row.minted_position },
    });
  }

  countHour(hour: number, transactions: number, gas: number): void {
    const counted = this.#hours.get(hour) ?? { blocks: 0, transactions: 0, gas: 0 };
    counted.blocks += 1;
    counted.transactions += transactions;
    counted.gas += gas;
    this.#hours.set(hour, counted);
  }

  /** Makes the rows that add to stored ones. Nothing may be added to the projection after this. */
  async finish(db: EvmStore["db"]): Promise<EvmBatch> {
    await this.#finishBalances(db);
    await this.#finishNfts(db);
    await this.#finishHours(db);
    for (const id of this.#changedContracts) {
      const row = this.#contracts.get(id);
      if (row) this.batch.contract.push(row);
    }
    this.batch.epoch.push({ ...this.#epoch });
    return this.batch;
  }

  /** Says that a contract's row is to be written, as it was learned for this batch. */
  keepContract(addressId: number): void {
    this.#changedContracts.add(addressId);
  }

  async #finishBalances(db: EvmStore["db"]): Promise<void> {
    const wanted = [...this.#deltas.values()];
    const stored = new Map<string, bigint>();
    for (const row of await findBalances(
      db,
      wanted.map(({ key }) => key),
    )) {
      stored.set(`${row.token_id}/${row.holder_id}/${byteKey(row.token_number)}`, amountOf(row.balance));
    }
    for (const [name, { key, delta }] of this.#deltas) {
      const balance = (stored.get(name) ?? 0n) + delta;
      if (balance < 0n) this.#distrust(key.tokenId);
      this.batch.token_balance.push({
        token_id: key.tokenId,
        holder_id: key.holderId,
        token_number: key.number,
        balance: amountColumn(balance < 0n ? 0n : balance),
      });
    }
  }

  /** Its events don't add up: what its holders have only the node can say. */
  #distrust(tokenId: number): void {
    const known = this.#contracts.get(tokenId) ?? unknownContract(tokenId);
    this.#contracts.set(tokenId, { ...known, asks_node: 1 });
    this.#changedContracts.add(tokenId);
  }

  async #finishNfts(db: EvmStore["db"]): Promise<void> {
    if (this.#nfts.size === 0) return;
    const wanted = [...this.#nfts.values()];
    const stored = new Map<string, NftTable>();
    for (const row of await findNfts(
      db,
      wanted.map(({ key }) => key),
    )) {
      stored.set(`${row.token_id}/${byteKey(row.token_number)}`, row);
    }
    let lastId = await findLastNftId(db);
    for (const [name, { key, row }] of this.#nfts) {
      const before = stored.get(name);
      this.batch.nft.push({
        id: before?.id ?? ++lastId,
        token_id: key.tokenId,
        token_number: key.number,
        ...row,
        minted_position: before?.minted_position ?? row.minted_position,
      });
    }
  }

  async #finishHours(db: EvmStore["db"]): Promise<void> {
    const stored = await findHours(db, [...this.#hours.keys()]);
    for (const [hour, counted] of this.#hours) {
      const before = stored.find((row) => row.hour === hour);
      this.batch.activity_hour.push({
        hour,
        blocks: counted.blocks + (before?.blocks ?? 0),
        transactions: counted.transactions + (before?.transactions ?? 0),
        gas: counted.gas + (before?.gas ?? 0),
      });
    }
  }
}

/** A contract of which nothing is known yet. */
export function unknownContract(addressId: number): ContractTable {
  return {
    address_id: addressId,
    created_position: null,
    deployer_id: null,
    creator_id: null,
    standard: 0,
    name: null,
    symbol: null,
    decimals: null,
    asks_node: 0,
  };
}
