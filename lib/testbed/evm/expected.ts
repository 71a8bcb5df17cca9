import { toHex } from "../../avalanche/codec/bytes";
import { transfersOf } from "../../avalanche/evm/transfers";
import { type History, type HistoryEntry, receiverOf } from "./history";
import type { Called } from "./outcomes";
import { type Address, type Moved, NOBODY } from "./tokens";

/** An item of a list as a test compares it, with its height. */
export interface Item {
  height: number;
  says: Record<string, unknown>;
}

/** Answers as JSON. */
export type Json = Record<string, unknown>;

/** The answers that the API must give about a history, newest first. */
export class Expected {
  readonly #newest: readonly HistoryEntry[];

  /** `traced`: whether the node gave the calls inside transactions. */
  constructor(
    readonly history: History,
    readonly traced: boolean,
  ) {
    this.#newest = history.entries.toReversed();
  }

  natives(address?: Address): Item[] {
    return this.#newest
      .filter((entry) => address === undefined || [entry.executed.from, receiverOf(entry)].includes(address))
      .map((entry) => ({ height: entry.height, says: this.native(entry) }));
  }

  /** Newest block first; within a block in order of execution. */
  internals(address: Address): Item[] {
    const concerns = ({ from, to }: Called) => from === address || to === address;
    return this.history.entries
      .toSorted((a, b) => b.height - a.height || a.index - b.index)
      .flatMap((entry) =>
        this.calls(entry)
          .filter(concerns)
          .map((call) => ({ height: entry.height, says: { ...this.#placeOf(entry), ...saysCall(call) } })),
      );
  }

  transfers(form: Moved["form"], address: Address): Item[] {
    return this.#transfers((moved) => moved.form === form && concernsMoved(moved, address));
  }

  tokenTransfers(token: Address): Item[] {
    return this.#transfers((moved) => moved.token === token);
  }

  /** Transactions that involve an address, with the parts that concern it. */
  grouped(address: Address): Item[] {
    const concerns = ({ from, to }: Called | Moved) => from === address || to === address;
    return this.#newest
      .filter(
        (entry) =>
          [entry.executed.from, receiverOf(entry)].includes(address) ||
          [...entry.moved, ...this.calls(entry)].some(concerns),
      )
      .map((entry) => ({
        height: entry.height,
        says: {
          native: this.native(entry),
          ...this.parts(entry, (each) => each.from === address || each.to === address),
        },
      }));
  }

  /** Movements and calls of a transaction. */
  parts(entry: HistoryEntry, concerns: (each: Called | Moved) => boolean) {
    const moved = entry.moved.filter(concerns);
    const of = (form: Moved["form"]) =>
      moved.filter((each) => each.form === form).map((each) => this.#saysMoved(entry, each));
    return {
      erc20: of("erc20"),
      erc721: of("erc721"),
      erc1155: of("erc1155"),
      calls: this.calls(entry).filter(concerns).map(saysCall),
    };
  }

  calls({ calls }: HistoryEntry): Called[] {
    return this.traced ? calls : [];
  }

  native(entry: HistoryEntry) {
    const { executed } = entry;
    const { fields } = executed;
    return {
      ...this.#placeOf(entry),
      blockIndex: entry.index,
      txStatus: entry.ok ? "1" : "0",
      txType: fields.type,
      gasLimit: decimal(fields.gas),
      gasUsed: String(executed.gasUsed),
      gasPrice: String(executed.effectiveGasPrice),
      nonce: decimal(fields.nonce),
      value: decimal(fields.value),
      from: executed.from,
      to: receiverOf(entry),
      methodHash: fields.to.length > 0 && fields.input.length >= 4 ? toHex(fields.input.slice(0, 4)) : "",
    };
  }

  /** Contracts that an account's transactions created, by the last transaction that did. */
  deployments(address: Address): { address: Address; txHash: string; creator: Address | undefined }[] {
    return [...this.#makings().values()]
      .filter(({ deployer }) => deployer === address)
      .map(({ deployer: _, ...made }) => made);
  }

  contracts(): Address[] {
    return [...this.#makings().keys()];
  }

  /** Newest first. */
  #makings() {
    const makings = new Map<
      Address,
      { address: Address; txHash: string; creator: Address | undefined; deployer: Address }
    >();
    for (const { made, executed } of this.#newest) {
      for (const { address, creator } of made) {
        if (makings.has(address) || (creator !== undefined && !this.traced)) continue;
        makings.set(address, { address, txHash: executed.hash, creator, deployer: executed.from });
      }
    }
    return makings;
  }

  #transfers(concerns: (moved: Moved) => boolean): Item[] {
    return this.#newest.flatMap((entry) =>
      entry.moved.filter(concerns).map((moved) => ({
        height: entry.height,
        says: { ...this.#placeOf(entry), ...this.#saysMoved(entry, moved) },
      })),
    );
  }

  #placeOf({ executed, height }: HistoryEntry) {
    const block = this.history.chain.blocks[height];
    return {
      txHash: executed.hash,
      blockNumber: String(height),
      blockHash: block?.hash,
      blockTimestamp: block?.time,
    };
  }

  #saysMoved(entry: HistoryEntry, { token, from, to, form, id, value }: Moved) {
    return {
      token,
      from,
      to,
      logIndex: this.#logIndexOf(entry),
      tokenId: id === undefined ? undefined : String(id),
      value: form === "erc721" ? undefined : String(value),
    };
  }

  /** Index in its block of the only event of a transaction that moves tokens. */
  #logIndexOf({ height, index }: HistoryEntry): number {
    const { transactions } = this.history.chain.blocks[height] ?? { transactions: [] };
    const before = transactions.slice(0, index).reduce((sum, { receipt }) => sum + receipt.logs.length, 0);
    return before + (transactions[index]?.receipt.logs.findIndex((log) => transfersOf(log).length > 0) ?? 0);
  }
}

/** A transaction in an answer, in the form of `native`. */
export function readNative(item: Json) {
  const { from, to, method } = item as { from: Party; to: Party; method?: { methodHash: string } };
  const names = ["blockIndex", "txStatus", "txType", "gasLimit", "gasUsed", "gasPrice", "nonce", "value"];
  return {
    ...readPlace(item),
    ...Object.fromEntries(names.map((name) => [name, item[name]])),
    from: lower(from),
    to: lower(to),
    methodHash: method?.methodHash,
  };
}

export function readCall(item: Json) {
  const { from, to, internalTxType, value, isReverted } = item as { from: Party; to: Party } & Json;
  return { type: internalTxType, from: lower(from), to: lower(to), value, reverted: isReverted };
}

export function readMoved(item: Json) {
  const { from, to, logIndex, value } = item as { from: Party; to: Party } & Json;
  const token = (item.erc20Token ?? item.erc721Token ?? item.erc1155Token) as Party & { tokenId?: string };
  return { token: lower(token), from: lower(from), to: lower(to), logIndex, tokenId: token.tokenId, value };
}

export function readPlace({ txHash, blockNumber, blockHash, blockTimestamp }: Json) {
  return { txHash, blockNumber, blockHash, blockTimestamp };
}

/** A transaction in an answer, with everything in it that concerns an address. */
export function readParts(item: Json) {
  const of = (name: string, read: (item: Json) => Json) => ((item[name] ?? []) as Json[]).map(read);
  return {
    erc20: of("erc20Transfers", readMoved),
    erc721: of("erc721Transfers", readMoved),
    erc1155: of("erc1155Transfers", readMoved),
    calls: of("internalTransactions", readCall),
  };
}

interface Party {
  address: string;
}

function lower({ address }: Party): Address {
  return address.toLowerCase();
}

function saysCall({ type, from, to = NOBODY, value, reverted }: Called) {
  return { type, from, to, value: String(value), reverted };
}

function concernsMoved({ from, to }: Moved, address: Address): boolean {
  return from === address || to === address;
}

function decimal(quantity: Uint8Array): string {
  return String(BigInt(`0x0${toHex(quantity).slice(2)}`));
}
