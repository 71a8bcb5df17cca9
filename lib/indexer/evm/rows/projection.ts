import type { EvmDb } from "../../../store/db";
import { findBalances, findLastNftId, findNfts } from "../../../store/queries/evm/by-key";
import { type ChainEnd, findTokens } from "../../../store/queries/evm/figures";
import { amountColumn, amountOf, NO_TOKEN_NUMBER, positionOf } from "../../../store/rows/columns";
import { type EvmBatch, newEvmBatch } from "../../../store/rows/evm-batch";
import type { EpochTable } from "../../../store/tables/evm/chain";
import type { NftTable } from "../../../store/tables/evm/nfts";
import type { ContractQuestionTable, ContractTable, TokenTable } from "../../../store/tables/evm/tokens";
import { byteKey } from "../../rows/byte-key";
import type { Dictionary } from "../../rows/dictionary";
import {
  type AskBalance,
  isCheckDue,
  isComparable,
  isConclusive,
  MOST_COMPARED,
  type Witness,
} from "../facts/check-balance";
import { type afterProbe, isMisread, isStandardOpen } from "../facts/probe";
import type { ActiveAddresses } from "../stats/active-addresses";
import { type BlockStats, ChainStats, UNCOUNTED } from "../stats/chain-stats";
import { ApprovalRows } from "./approvals";
import { SignerRows } from "./signers";
import { UncomparedTokens } from "./uncompared-tokens";

/** An NFT of a contract, or the contract's fungible token. */
interface TokenKey {
  tokenId: number;
  /** As in `token_number`. */
  number: Uint8Array;
}

/** What a batch adds to a balance. */
interface Delta {
  key: TokenKey & { holderId: number };
  delta: bigint;
  /** The stored balance. */
  before: bigint;
}

type NftFacts = Omit<NftTable, "id" | "token_id" | "token_number">;
type CreationColumns = Pick<ContractTable, "created_position" | "deployer_id" | "creator_id">;

/** What a batch adds to the counts of a token. */
interface TokenCount {
  transfers: number;
  holders: number;
  supply: bigint;
  witness: Witness | undefined;
  /** A holder who wrapped or unwrapped. */
  wrapWitness: Witness | undefined;
}

interface ProjectionStart {
  addresses: Dictionary;
  active: ActiveAddresses;
  /** The epoch being filled. */
  epoch: EpochTable;
  /** Addresses known to have items in the epoch. New ones are added. */
  members: Set<number>;
  /** The block before. */
  end: ChainEnd | undefined;
  askBalance: AskBalance;
  /** Whether figures count these blocks now. If not, they are counted again later (`recount.ts`). */
  counts: boolean;
  /** Whether older blocks are missing, or are being counted: balances by events are not those of the contracts. */
  isPartial: boolean;
}

/**
 * Collects the rows of one commit. Rows that need only the block are added directly, after `prepare` loaded what they
 * refer to. Rows that add to stored ones (balances, owners, hours) are made by `finish`.
 */
export class EvmProjection {
  readonly batch: EvmBatch = newEvmBatch();
  readonly signers = new SignerRows(this.batch);
  readonly approvals = new ApprovalRows();
  /** Of hours and days. */
  readonly stats: BlockStats;
  readonly counts: boolean;
  readonly isPartial: boolean;
  /** Of the last projected block. */
  height = 0;
  /** Transactions of the chain up to the last projected block. */
  txTotal: number;
  readonly #addresses: Dictionary;
  /** Contracts that occur in these blocks. */
  readonly #contracts = new Map<number, ContractTable>();
  #epoch: EpochTable;
  readonly #changedContracts = new Set<number>();
  /** What is still to be asked of contracts. */
  readonly #questions = new Map<number, ContractQuestionTable>();
  readonly #changedQuestions = new Set<number>();
  /** Contracts whose stored questions are answered and can be deleted. */
  readonly answeredQuestions: number[] = [];
  readonly #members: Set<number>;
  readonly #deltas = new Map<number, Map<number | string, Delta>>();
  readonly #nfts = new Map<string, { key: TokenKey; row: NftFacts; isMinted: boolean }>();
  readonly #tokens = new Map<number, TokenCount>();
  readonly #askBalance: AskBalance;
  readonly uncompared = new UncomparedTokens();

  constructor(start: ProjectionStart) {
    const { addresses, active, epoch, members, end } = start;
    this.#askBalance = start.askBalance;
    this.#addresses = addresses;
    this.#epoch = { ...epoch };
    this.#members = members;
    this.counts = start.counts;
    this.isPartial = start.isPartial;
    this.stats = start.counts ? new ChainStats(active, end) : UNCOUNTED;
    this.txTotal = end?.tx_total ?? 0;
  }

  /** The epoch that is filled after this batch. */
  get epoch(): EpochTable {
    return this.#epoch;
  }

  /** Call it before the first block of a store. Lists of blocks before it, which may come later, are in lower epochs. */
  beginLists(height: number, firstHeight: number): void {
    if (height > firstHeight) this.#epoch = { ...this.#epoch, first_position: positionOf(height, 0) };
  }

  addressId(address: Uint8Array): number {
    return this.#addresses.idOf(address, (entry) => this.batch.address.push(entry));
  }

  /** A contract that was loaded or asked. */
  contract(addressId: number): ContractTable | undefined {
    return this.#contracts.get(addressId);
  }

  /** Adds a stored contract. */
  addKnownContract(row: ContractTable): void {
    this.#contracts.set(row.address_id, row);
  }

  /** What is still to be asked of a contract. */
  question(addressId: number): ContractQuestionTable | undefined {
    return this.#questions.get(addressId);
  }

  /** Adds a stored question. */
  addKnownQuestion(row: ContractQuestionTable): void {
    this.#questions.set(row.address_id, row);
  }

  /** Updates a contract after it was asked, and what remains to be asked. */
  updateContract({ contract, question }: ReturnType<typeof afterProbe>): void {
    const { address_id: id, standard } = contract;
    const doubts = this.#questions.get(id)?.doubts ?? 0;
    this.#contracts.set(id, contract);
    this.#changedContracts.add(id);
    if (question === undefined) {
      if (this.#questions.delete(id)) this.answeredQuestions.push(id);
    } else {
      this.#questions.set(id, question);
      this.#changedQuestions.add(id);
    }
    if (!isStandardOpen(question) && isMisread(doubts, standard)) this.distrust(id);
  }

  /** Marks that an event would be read differently if the contract turned out to be of another standard. */
  doubt(tokenId: number, doubt: number): void {
    const question = this.#questions.get(tokenId);
    if (question === undefined || !isStandardOpen(question) || (question.doubts & doubt) !== 0) return;
    this.#questions.set(tokenId, { ...question, doubts: question.doubts | doubt });
    this.#changedQuestions.add(tokenId);
  }

  /** The known standard of a contract; 0 if unknown. */
  standardOf(tokenId: number): number {
    return this.#contracts.get(tokenId)?.standard ?? 0;
  }

  addActivity(addressId: number, kind: number, position: number, item: number): void {
    const { epoch } = this.#epoch;
    this.batch.address_activity.push({ epoch, address_id: addressId, kind, position, item });
    this.#epoch.items += 1;
    if (this.#members.has(addressId)) return;
    this.#members.add(addressId);
    this.batch.address_epoch.push({ address_id: addressId, epoch });
  }

  addContract(addressId: number, creation: CreationColumns): void {
    const known = this.#contracts.get(addressId) ?? unknownContract(addressId);
    // A contract that ended itself and was created again keeps its later creation.
    if ((known.created_position ?? 0) <= (creation.created_position ?? 0)) {
      this.#contracts.set(addressId, { ...known, ...creation });
      this.#changedContracts.add(addressId);
    }
    this.stats.countContract(creation.creator_id ?? creation.deployer_id ?? addressId);
  }

  /** @param witness a holder whose balance the transfer changed */
  countTransfer(tokenId: number, witness: Witness): void {
    if (!this.counts) return;
    const count = this.#tokenCount(tokenId);
    count.transfers += 1;
    if (count.witness === undefined || witness.moved > count.witness.moved) count.witness = witness;
  }

  /** @param witness the holder whose balance the wrap changed */
  countWrap(tokenId: number, witness: Witness): void {
    if (!this.counts) return;
    this.#tokenCount(tokenId).wrapWitness ??= witness;
  }

  /** Whether wraps of a token are known to change balances. */
  wrapsCoin(tokenId: number): boolean {
    return this.#contracts.get(tokenId)?.wraps_coin ?? false;
  }

  /** From here on wraps change balances, even with a matching transfer. */
  trustWraps(tokenId: number): void {
    const known = this.#contracts.get(tokenId) ?? unknownContract(tokenId);
    this.#contracts.set(tokenId, { ...known, wraps_coin: true });
    this.#changedContracts.add(tokenId);
  }

  addBalance(key: TokenKey & { holderId: number }, delta: bigint): void {
    if (!this.counts) return;
    const ofToken = this.#deltas.get(key.tokenId) ?? new Map<number | string, Delta>();
    this.#deltas.set(key.tokenId, ofToken);
    const name = balanceKey(key.holderId, key.number);
    const known = ofToken.get(name);
    if (known) known.delta += delta;
    else ofToken.set(name, { key, delta, before: 0n });
  }

  /** @param isMint whether the movement brought it into being */
  setNft(key: TokenKey, row: NftFacts, isMint: boolean): void {
    if (!this.counts) return;
    const name = `${key.tokenId}/${byteKey(key.number)}`;
    const before = this.#nfts.get(name);
    this.#nfts.set(name, {
      key,
      row: { ...row, minted_position: before?.row.minted_position ?? row.minted_position },
      isMinted: isMint || before?.isMinted === true,
    });
  }

  /** Metadata of these tokens, both included, are to be read again. */
  announceMetadata(tokenId: number, [first, last]: readonly [Uint8Array, Uint8Array]): void {
    this.batch.metadata_update.push({ token_id: tokenId, first_number: first, last_number: last });
  }

  /** The token's events do not add up to balances. From here on only the node gives them. */
  distrust(tokenId: number): void {
    const known = this.#contracts.get(tokenId) ?? unknownContract(tokenId);
    if (known.asks_node) return;
    this.#contracts.set(tokenId, { ...known, asks_node: true });
    this.#changedContracts.add(tokenId);
  }

  /** Makes the rows that add to stored ones. Add nothing after this. */
  async finish(db: EvmDb): Promise<EvmBatch> {
    await this.approvals.finish(db, this.batch);
    await this.#finishBalances(db);
    await this.#checkUncompared(db);
    await this.#finishNfts(db);
    await this.#finishTokens(db);
    for (const row of this.uncompared.rows(this.height)) this.batch.uncompared_token.push(row);
    await this.stats.finish(db, this.batch);
    for (const id of this.#changedContracts) {
      const row = this.#contracts.get(id);
      if (row) this.batch.contract.push(row);
    }
    for (const id of this.#changedQuestions) {
      const row = this.#questions.get(id);
      if (row) this.batch.contract_question.push(row);
    }
    this.batch.epoch.push({ ...this.#epoch });
    return this.batch;
  }

  async #finishBalances(db: EvmDb): Promise<void> {
    // In the store's order, so that each page of the file is read and written once.
    const deltas = [...this.#deltas.values()]
      .flatMap((ofToken) => [...ofToken.values()])
      .sort(({ key: a }, { key: b }) => a.tokenId - b.tokenId || a.holderId - b.holderId);
    for (const row of await findBalances(
      db,
      deltas.map(({ key }) => key),
    )) {
      const known = this.#deltas.get(row.token_id)?.get(balanceKey(row.holder_id, row.token_number));
      if (known) known.before = amountOf(row.balance);
    }
    for (const { key, delta, before } of deltas) {
      const balance = before + delta;
      if (balance < 0n && !this.isPartial) this.distrust(key.tokenId);
      if (key.number.length === 0) {
        const count = this.#tokenCount(key.tokenId);
        count.holders += Number(balance > 0n) - Number(before > 0n);
        count.supply += delta;
      }
      this.batch.token_balance.push({
        token_id: key.tokenId,
        holder_id: key.holderId,
        token_number: key.number,
        balance: amountColumn(balance < 0n ? 0n : balance),
      });
    }
  }

  async #finishNfts(db: EvmDb): Promise<void> {
    if (this.#nfts.size === 0) return;
    const nfts = [...this.#nfts.values()];
    const stored = new Map<string, NftTable>();
    for (const row of await findNfts(
      db,
      nfts.map(({ key }) => key),
    )) {
      stored.set(`${row.token_id}/${byteKey(row.token_number)}`, row);
    }
    let lastId = await findLastNftId(db);
    for (const [name, { key, row, isMinted }] of this.#nfts) {
      const before = stored.get(name);
      // Its contract may have been asked while the token did not exist.
      if (before !== undefined && isMinted) this.announceMetadata(key.tokenId, [key.number, key.number]);
      this.batch.nft.push({
        id: before?.id ?? ++lastId,
        token_id: key.tokenId,
        token_number: key.number,
        ...row,
        minted_position: Math.min(before?.minted_position ?? row.minted_position, row.minted_position),
      });
    }
  }

  async #finishTokens(db: EvmDb): Promise<void> {
    const stored = await findTokens(db, [...this.#tokens.keys()]);
    const before = new Map(stored.map((row) => [row.token_id, row]));
    const checked = await this.#checkTokens(before);
    for (const [tokenId, { transfers, holders, supply }] of this.#tokens) {
      const known = before.get(tokenId);
      const left = supply + (known === undefined ? 0n : amountOf(known.supply));
      this.batch.token.push({
        token_id: tokenId,
        transfers: transfers + (known?.transfers ?? 0),
        holders: holders + (known?.holders ?? 0),
        supply: amountColumn(left < 0n ? 0n : left),
        checked_height: checked.transfers.get(tokenId) ?? known?.checked_height ?? null,
        wraps_checked_height: checked.wraps.get(tokenId) ?? known?.wraps_checked_height ?? null,
      });
    }
  }

  /** Compares balances of a few tokens with their contracts. @returns the height of the comparison by token */
  async #checkTokens(stored: ReadonlyMap<number, TokenTable>) {
    const { height } = this;
    const checked = { transfers: new Map<number, number>(), wraps: new Map<number, number>() };
    if (this.isPartial) return checked;
    const due = [...this.#tokens].flatMap(([tokenId, { witness, wrapWitness }]) => {
      if (!isComparable(this.#contracts.get(tokenId))) return [];
      const { checked_height = null, wraps_checked_height = null } = stored.get(tokenId) ?? {};
      return [
        { tokenId, witness, last: checked_height, heights: checked.transfers },
        { tokenId, witness: wrapWitness, last: wraps_checked_height, heights: checked.wraps },
      ].filter(({ witness, last }) => witness && isCheckDue(last, height));
    });
    due.sort((a, b) => Number(isConclusive(b.witness)) - Number(isConclusive(a.witness)));
    for (const { tokenId, witness } of due.slice(MOST_COMPARED))
      if (witness !== undefined) this.uncompared.postpone(tokenId, witness.holderId);
    await Promise.all(
      due.slice(0, MOST_COMPARED).map(async ({ tokenId, witness, heights }) => {
        if (witness === undefined) return;
        const answer = await this.#askBalance(witness, height);
        if (answer === undefined) return this.uncompared.postpone(tokenId, witness.holderId);
        if (answer === null) return;
        if (isConclusive(witness)) heights.set(tokenId, height);
        const balance = this.#balanceOf(tokenId, witness.holderId);
        if (balance !== undefined && balance !== answer) this.distrust(tokenId);
      }),
    );
    return checked;
  }

  async #checkUncompared(db: EvmDb): Promise<void> {
    const { height, isPartial } = this;
    const balanceOf = (tokenId: number, holderId: number) => this.#balanceOf(tokenId, holderId);
    const comparison = { height, isPartial, ask: this.#askBalance, contracts: this.#contracts, balanceOf };
    for (const row of await this.uncompared.compare(db, comparison)) {
      this.#contracts.set(row.address_id, row);
      this.distrust(row.address_id);
    }
  }

  /** A holder's balance after these blocks; undefined if it does not change in them. */
  #balanceOf(tokenId: number, holderId: number): bigint | undefined {
    const holding = this.#deltas.get(tokenId)?.get(balanceKey(holderId, NO_TOKEN_NUMBER));
    return holding && holding.before + holding.delta;
  }

  #tokenCount(tokenId: number): TokenCount {
    const known = this.#tokens.get(tokenId);
    if (known) return known;
    const count = { transfers: 0, holders: 0, supply: 0n, witness: undefined, wrapWitness: undefined };
    this.#tokens.set(tokenId, count);
    return count;
  }
}

/** The key of a balance within its token. */
function balanceKey(holderId: number, number: Uint8Array): number | string {
  return number.length === 0 ? holderId : `${holderId}/${byteKey(number)}`;
}

/** The row of a contract of which nothing is known. */
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
    asks_node: false,
    wraps_coin: false,
  };
}
