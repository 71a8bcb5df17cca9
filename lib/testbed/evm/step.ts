import fc from "fast-check";
import type { VmChain } from "./chain";
import type { Address, CoinModel, CollectionModel, ItemsModel } from "./tokens";

/** What a step is planned on, and changes: the contracts and accounts of a history as the model has them. */
export interface HistoryModel {
  readonly chain: VmChain;
  readonly accounts: readonly Address[];
  readonly coins: CoinModel[];
  readonly collections: CollectionModel[];
  items: ItemsModel;
  factory: Address;
  forwarder: Address;
  /** Of the factory: one more than the contracts it made. */
  factoryNonce: bigint;
  /** Contracts that can end themselves. */
  readonly mortals: Address[];
  /** Contracts that have ended themselves, where that ends them. */
  readonly ended: Set<Address>;
  /** What was paid to each address, less what it left when it ended. */
  readonly paid: Map<Address, bigint>;
  /** Transactions that each account has sent. */
  readonly sent: number[];
  /** Addresses that the factory made something at which is still there. */
  readonly taken: Set<Address>;
}

/** One step of a random history. Numbers choose among what there is: actors, tokens, amounts. */
export interface Step {
  action: (typeof ACTIONS)[number];
  sender: number;
  token: number;
  a: number;
  b: number;
  ids: bigint[];
  values: bigint[];
  /** Through a contract that calls in its own name. */
  relayed: boolean;
  type: 0 | 1 | 2;
  /** Seconds after the last block; 0 stands in the same block. */
  after: number;
}

const TOKEN_ACTIONS = [
  ...(["coin.mint", "coin.burn", "coin.transfer", "coin.transfer", "coin.transfer", "coin.self"] as const),
  ...(["coin.approve", "coin.transferFrom", "coin.rebase", "coin.deposit", "coin.withdraw"] as const),
  ...(["single.mint", "single.mint", "single.burn", "single.transfer", "single.transfer"] as const),
  ...(["single.approve", "single.approveAll"] as const),
  ...(["items.mint", "items.mint", "items.burn", "items.transfer", "items.approveAll"] as const),
  ...(["items.mintBatch", "items.burnBatch", "items.transferBatch"] as const),
];
const ACTIONS = [
  ...TOKEN_ACTIONS,
  ...(["pay", "junk", "forward", "split", "payInVain", "payAndRevert", "callAllWays"] as const),
  ...(["make", "makeAt", "makeInVain", "deploy", "deploy", "end"] as const),
];

const id = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt({ min: 0n, max: 5n }) },
  { weight: 1, arbitrary: fc.constantFrom(2n ** 64n, 2n ** 256n - 1n) },
);
const value = fc.oneof(
  { weight: 8, arbitrary: fc.bigInt({ min: 0n, max: 100n }) },
  { weight: 1, arbitrary: fc.constantFrom(2n ** 128n, 2n ** 255n, 2n ** 256n - 1n) },
);

/** Any step. */
export const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom(...ACTIONS),
  sender: fc.nat(5),
  token: fc.nat(5),
  a: fc.nat(11),
  b: fc.nat(11),
  ids: fc.array(id, { minLength: 1, maxLength: 4 }),
  values: fc.array(value, { minLength: 1, maxLength: 4 }),
  relayed: fc.oneof(
    { weight: 4, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  type: fc.constantFrom(0, 1, 2),
  after: fc.constantFrom(0, 0, 1, 2, 3_600, 90_000),
});
