import type { EvmDb } from "../../../store/db";
import { findBalances, findLastNftId, findNfts } from "../../../store/queries/evm/by-key";
import { type ChainEnd, findTokens } from "../../../store/queries/evm/figures";
import { amountColumn, amountOf, NO_TOKEN_NUMBER } from "../../../store/rows/columns";
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
  MOST_CHECKED,
  type Witness,
} from "../facts/check-balance";
import { type afterProbe, isMisread, isStandardOpen } from "../facts/probe";
import type { ActiveAddresses } from "../figures/active-addresses";
import { ChainFigures } from "../figures/chain-figures";

/** A token of a contract, or the contract's one kind of token. */
interface TokenKey {
  tokenId: number;
  /** As `token_number` holds it. */
  number: Uint8Array;
}

/** What a batch adds to a holding. */
interface Delta {
  key: TokenKey & { holderId: number };
  delta: bigint;
  /** What is stored of it. */
  before: bigint;
}

type NftFacts = Omit<NftTable, "id" | "token_id" | "token_number">;
type Creation = Pick<ContractTable, "created_position" | "deployer_id" | "creator_id">;

/** What a batch adds to the figures of a token. */
interface TokenCount {
  transfers: number;
  holders: number;
  supply: bigint;
  witness: Witness | undefined;
  /** Of what was wrapped. */
  wrapWitness: Witness | undefined;
}

interface ProjectionStart {
  addresses: Dictionary;
  active: ActiveAddresses;
  /** The one being filled. */
  epoch: EpochTable;
  /** Addresses known to have items in it; new ones are added. */
  members: Set<number>;
  /** Where the store ends. */
  end: ChainEnd | undefined;
  askBalance: AskBalance;
}

/**
 * Rows of blocks that are written together, in the making. What only needs the blocks is pushed as it is met, of blocks
 * that `prepare` saw; what adds to stored rows (balances, owners, hours) is gathered and made into rows by `finish`.
 */
export class EvmProjection {
  readonly batch: EvmBatch = newEvmBatch();
  /** Of hours and days. */
  readonly figures: ChainFigures;
  /** Transactions of the chain up to the last block projected. */
  txTotal: number;
  readonly #addresses: Dictionary;
  /** What is known of the contracts that write token events in them. */
  readonly #contracts = new Map<number, ContractTable>();
  #epoch: EpochTable;
  readonly #changedContracts = new Set<number>();
  /** What contracts are still to be asked. */
  readonly #questions = new Map<number, ContractQuestionTable>();
  readonly #changedQuestions = new Set<number>();
  /** Contracts whose stored questions are answered: those are to be taken away. */
  readonly settled: number[] = [];
  readonly #members: Set<number>;
  readonly #deltas = new Map<number, Map<number | string, Delta>>();
  readonly #nfts = new Map<string, { key: TokenKey; row: NftFacts }>();
  readonly #tokens = new Map<number, TokenCount>();
  readonly #askBalance: AskBalance;

  constructor(start: ProjectionStart) {
    const { addresses, active, epoch, members, end } = start;
    this.#askBalance = start.askBalance;
    this.#addresses = addresses;
    this.#epoch = { ...epoch };
    this.#members = members;
    this.figures = new ChainFigures(active, end);
    this.txTotal = end?.tx_total ?? 0;
  }

  /** The epoch being filled after this batch. */
  get epoch(): EpochTable {
    return this.#epoch;
  }

  addressId(address: Uint8Array): number {
    return this.#addresses.idOf(address, (entry) => this.batch.address.push(entry));
  }

  /** What is known of a contract that `knowContract` was told of. */
  contract(addressId: number): ContractTable | undefined {
    return this.#contracts.get(addressId);
  }

  /** Takes in what is stored of a contract. */
  knowContract(row: ContractTable): void {
    this.#contracts.set(row.address_id, row);
  }

  /** What a contract is still to be asked, as stored or learned. */
  question(addressId: number): ContractQuestionTable | undefined {
    return this.#questions.get(addressId);
  }

  /** Takes in what is stored of that. */
  knowQuestion(row: ContractQuestionTable): void {
    this.#questions.set(row.address_id, row);
  }

  /** Takes in what a contract answered, and what is still open: both are to be written. */
  learnContract({ contract, question }: ReturnType<typeof afterProbe>): void {
    const { address_id: id, standard } = contract;
    const doubts = this.#questions.get(id)?.doubts ?? 0;
    this.#contracts.set(id, contract);
    this.#changedContracts.add(id);
    if (question === undefined) {
      if (this.#questions.delete(id)) this.settled.push(id);
    } else {
      this.#questions.set(id, question);
      this.#changedQuestions.add(id);
    }
    if (!isStandardOpen(question) && isMisread(doubts, standard)) this.distrust(id);
  }

  /** Notes that an event of a contract would be read otherwise if it turned out to be of another standard. */
  doubt(tokenId: number, doubt: number): void {
    const question = this.#questions.get(tokenId);
    if (question === undefined || !isStandardOpen(question) || (question.doubts & doubt) !== 0) return;
    this.#questions.set(tokenId, { ...question, doubts: question.doubts | doubt });
    this.#changedQuestions.add(tokenId);
  }

  /** What the contract's standard is known to be; 0 when nothing is. */
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

  addContract(addressId: number, creation: Creation): void {
    const known = this.#contracts.get(addressId) ?? unknownContract(addressId);
    this.#contracts.set(addressId, { ...known, ...creation });
    this.#changedContracts.add(addressId);
    this.figures.countContract(creation.creator_id ?? creation.deployer_id ?? addressId);
  }

  /** `witness`: someone who has of the token now, or had. */
  countTransfer(tokenId: number, witness: Witness): void {
    const count = this.#tokenCount(tokenId);
    count.transfers += 1;
    if (count.witness === undefined || (witness.settles && !count.witness.settles)) count.witness = witness;
  }

  /** `witness`: whose balance it changed. */
  countWrap(tokenId: number, witness: Witness): void {
    this.#tokenCount(tokenId).wrapWitness ??= witness;
  }

  /** Whether a token is known to change balances by wrapping coin. */
  wrapsCoin(tokenId: number): boolean {
    return this.#contracts.get(tokenId)?.wraps_coin ?? false;
  }

  /** From now on what it wraps changes balances, whatever stands beside it. */
  trustWraps(tokenId: number): void {
    const known = this.#contracts.get(tokenId) ?? unknownContract(tokenId);
    this.#contracts.set(tokenId, { ...known, wraps_coin: true });
    this.#changedContracts.add(tokenId);
  }

  addBalance(key: TokenKey & { holderId: number }, delta: bigint): void {
    const ofToken = this.#deltas.get(key.tokenId) ?? new Map<number | string, Delta>();
    this.#deltas.set(key.tokenId, ofToken);
    const name = holdingName(key.holderId, key.number);
    const found = ofToken.get(name);
    if (found) found.delta += delta;
    else ofToken.set(name, { key, delta, before: 0n });
  }

  setNft(key: TokenKey, row: NftFacts): void {
    const name = `${key.tokenId}/${byteKey(key.number)}`;
    const before = this.#nfts.get(name)?.row;
    this.#nfts.set(name, {
      key,
      row: { ...row, minted_position: before?.minted_position ?? row.minted_position },
    });
  }

  /** Its events don't add up: what a token's holders have only the node can say. */
  distrust(tokenId: number): void {
    const known = this.#contracts.get(tokenId) ?? unknownContract(tokenId);
    if (known.asks_node) return;
    this.#contracts.set(tokenId, { ...known, asks_node: true });
    this.#changedContracts.add(tokenId);
  }

  /** Makes the rows that add to stored ones. Nothing may be added to the projection after this. */
  async finish(db: EvmDb): Promise<EvmBatch> {
    await this.#finishBalances(db);
    await this.#finishNfts(db);
    await this.#finishTokens(db);
    await this.figures.finish(db, this.batch);
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
    // In the order of the store: what stands on one page is read and written in one go.
    const wanted = [...this.#deltas.values()]
      .flatMap((ofToken) => [...ofToken.values()])
      .sort(({ key: a }, { key: b }) => a.tokenId - b.tokenId || a.holderId - b.holderId);
    for (const row of await findBalances(
      db,
      wanted.map(({ key }) => key),
    )) {
      const found = this.#deltas.get(row.token_id)?.get(holdingName(row.holder_id, row.token_number));
      if (found) found.before = amountOf(row.balance);
    }
    for (const { key, delta, before } of wanted) {
      const balance = before + delta;
      if (balance < 0n) this.distrust(key.tokenId);
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

  /** Compares balances of a few tokens with what their contracts answer. @returns at which height by token */
  async #checkTokens(stored: ReadonlyMap<number, TokenTable>) {
    const { block } = this.batch;
    const height = block.length === 0 ? 0 : block.value(block.length - 1, "height");
    const checked = { transfers: new Map<number, number>(), wraps: new Map<number, number>() };
    const due = [...this.#tokens].flatMap(([tokenId, { witness, wrapWitness }]) => {
      if (!isComparable(this.#contracts.get(tokenId))) return [];
      const { checked_height = null, wraps_checked_height = null } = stored.get(tokenId) ?? {};
      return [
        { tokenId, witness, last: checked_height, heights: checked.transfers },
        { tokenId, witness: wrapWitness, last: wraps_checked_height, heights: checked.wraps },
      ].filter(({ witness, last }) => witness && isCheckDue(last, height));
    });
    due.sort((a, b) => Number(b.witness?.settles) - Number(a.witness?.settles));
    await Promise.all(
      due.slice(0, MOST_CHECKED).map(async ({ tokenId, witness, heights }) => {
        const told = witness && (await this.#askBalance(witness, height));
        if (witness === undefined || told === undefined) return;
        if (witness.settles) heights.set(tokenId, height);
        const holding = this.#deltas.get(tokenId)?.get(holdingName(witness.holderId, NO_TOKEN_NUMBER));
        if (holding && holding.before + holding.delta !== told) this.distrust(tokenId);
      }),
    );
    return checked;
  }

  #tokenCount(tokenId: number): TokenCount {
    const known = this.#tokens.get(tokenId);
    if (known) return known;
    const count = { transfers: 0, holders: 0, supply: 0n, witness: undefined, wrapWitness: undefined };
    this.#tokens.set(tokenId, count);
    return count;
  }
}

/** A holding among those of its token. */
function holdingName(holderId: number, number: Uint8Array): number | string {
  return number.length === 0 ? holderId : `${holderId}/${byteKey(number)}`;
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
    asks_node: false,
    wraps_coin: false,
  };
}
