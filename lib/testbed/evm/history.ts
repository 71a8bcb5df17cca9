import fc from "fast-check";
import { toHex } from "../../avalanche/codec/bytes";
import type { VmChain, VmExecuted, VmTransaction } from "./chain";
import { deployment, textBytes, type VmContract } from "./contracts";
import type { Outcome } from "./outcomes";
import type { HistoryModel, Step } from "./step";
import { planStep } from "./steps";
import { type Address, CoinModel, CollectionModel, ItemsModel, NOBODY } from "./tokens";

/** A transaction, its position, and what the model expects of it. */
export interface HistoryEntry extends Outcome {
  height: number;
  index: number;
  executed: VmExecuted;
  /** Resulting balances by token: amounts, or counts of single tokens. */
  left: Holdings;
  /** Resulting balances of the items, by `id holder`. */
  leftItems: Map<string, bigint>;
}

/** By token and holder, without zero balances. */
export type Holdings = Map<Address, Map<Address, bigint>>;

/** A chain with its contracts, and a model of their state. */
export class History implements HistoryModel {
  readonly entries: HistoryEntry[] = [];
  readonly accounts: readonly Address[];
  readonly coins: CoinModel[] = [];
  readonly collections: CollectionModel[] = [];
  items = new ItemsModel("");
  factory: Address = "";
  forwarder: Address = "";
  factoryNonce = 1n;
  readonly mortals: Address[] = [];
  readonly ended = new Set<Address>();
  readonly paid = new Map<Address, bigint>();
  readonly sent: number[];
  readonly taken = new Set<Address>();

  private constructor(readonly chain: VmChain) {
    this.accounts = chain.accounts;
    this.sent = chain.accounts.map(() => 0);
  }

  /** Creates the contracts, which is the beginning of the history. */
  static async open(chain: VmChain): Promise<History> {
    const history = new History(chain);
    const text = (name: string, symbol: string) => [textBytes(name), textBytes(symbol)];
    const make = (contract: VmContract, values: readonly unknown[] = []) =>
      history.#deploy({ from: 0, data: deployment(contract, values) });
    history.coins.push(
      new CoinModel(await make("Coin", [...text("Coin", "COIN"), 18]), "plain"),
      new CoinModel(await make("WordCoin"), "plain"),
      new CoinModel(await make("PlainCoin"), "plain"),
      new CoinModel(await make("FeeCoin"), "fee"),
      new CoinModel(await make("RebasingCoin"), "rebasing"),
      new CoinModel(await make("WrappedCoin"), "wrapped"),
    );
    history.collections.push(
      new CollectionModel(await make("Collection", text("Collection", "ONE"))),
      new CollectionModel(await make("PlainCollection", text("Plain Collection", "PLAIN"))),
    );
    history.items = new ItemsModel(await make("Items"));
    history.factory = await make("Factory");
    history.forwarder = await make("Forwarder");
    return history;
  }

  /**
   * Executes steps and compares whether each succeeds with the model.
   * @throws when they disagree
   */
  async play(steps: readonly Step[]): Promise<void> {
    let block: { planned: Planned[]; transactions: VmTransaction[] } | undefined;
    let seconds = 2;
    const flush = async () => {
      if (block === undefined) return;
      const { height, transactions } = await this.chain.mine(block.transactions, seconds);
      for (const [index, executed] of transactions.entries()) {
        const { outcome, step, ...left } = block.planned[index] as Planned;
        if (executed.succeeded !== outcome.ok)
          throw new Error(
            `the EVM says ${executed.succeeded ? "done" : executed.trace.error}, the model disagrees: ${fc.stringify(step)}`,
          );
        this.entries.push({ ...outcome, ...left, height, index, executed });
      }
      block = undefined;
    };
    for (const each of steps) {
      if (each.after > 0) {
        await flush();
        seconds = each.after;
      }
      const { transaction, outcome } = planStep(this, each);
      this.#count(each.sender);
      this.#pay(transaction, outcome);
      block ??= { planned: [], transactions: [] };
      block.planned.push({ outcome, step: each, left: this.#holdings(), leftItems: this.items.held });
      block.transactions.push(transaction);
    }
    await flush();
  }

  async #deploy(transaction: VmTransaction): Promise<Address> {
    this.#count(transaction.from);
    const { height, transactions } = await this.chain.mine([transaction]);
    const [executed] = transactions;
    const address = executed?.contractAddress;
    if (executed === undefined || address === undefined || !executed.succeeded)
      throw new Error("a contract could not be created");
    const made = [{ address, creator: undefined }];
    this.entries.push({
      ok: true,
      moved: [],
      calls: [],
      made,
      height,
      index: 0,
      executed,
      left: new Map(),
      leftItems: new Map(),
    });
    return address;
  }

  #holdings(): Holdings {
    const left: Holdings = new Map();
    for (const coin of this.coins) {
      const held = [...coin.held.keys()].map((holder) => [holder, coin.balanceOf(holder)] as const);
      left.set(coin.address, sumsOf(held));
    }
    for (const { address, owners } of this.collections)
      left.set(address, sumsOf([...owners.values()].map((owner) => [owner, 1n] as const)));
    const items = [...this.items.held].map(([key, value]) => [key.split(" ")[1] ?? "", value] as const);
    return left.set(this.items.address, sumsOf(items));
  }

  #pay({ to, value = 0n }: VmTransaction, { ok, calls, made }: Outcome): void {
    if (!ok) return;
    const pay = (address: Address | undefined, wei: bigint) =>
      address && this.paid.set(address, (this.paid.get(address) ?? 0n) + wei);
    pay(to ?? made[0]?.address, value);
    for (const { from, to, value, reverted } of calls) {
      if (reverted) continue;
      pay(from, -value);
      pay(to, value);
    }
  }

  #count(sender: number): void {
    this.sent[sender] = (this.sent[sender] ?? 0) + 1;
  }
}

/** Receiver of a transaction: the contract it creates if it has none. */
export function receiverOf({ executed }: HistoryEntry): Address {
  return executed.fields.to.length === 0 ? (executed.contractAddress ?? "") : toHex(executed.fields.to);
}

interface Planned {
  outcome: Outcome;
  step: Step;
  left: Holdings;
  leftItems: Map<string, bigint>;
}

function sumsOf(held: readonly (readonly [Address, bigint])[]): Map<Address, bigint> {
  const sums = new Map<Address, bigint>();
  for (const [holder, value] of held) {
    if (holder !== NOBODY && value > 0n) sums.set(holder, (sums.get(holder) ?? 0n) + value);
  }
  return sums;
}
