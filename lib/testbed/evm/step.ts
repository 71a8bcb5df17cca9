import fc from "fast-check";
import type { VmChain } from "./chain";
import type { Address, CoinModel, CollectionModel, ItemsModel } from "./tokens";

/** State that a step is planned on and changes: the contracts and accounts of a history in the model. */
export interface HistoryModel {
  readonly chain: VmChain;
  readonly accounts: readonly Address[];
  readonly coins: CoinModel[];
  readonly collections: CollectionModel[];
  items: ItemsModel;
  factory: Address;
  forwarder: Address;
  /** Nonce of the factory: one more than the contracts it created. */
  factoryNonce: bigint;
  /** Contracts that can destroy themselves. */
  readonly mortals: Address[];
  /** Contracts that have destroyed themselves, where that removes them. */
  readonly ended: Set<Address>;
  /** Value paid to each address, less what it left when it destroyed itself. */
  readonly paid: Map<Address, bigint>;
  /** Transactions sent by each account. */
  readonly sent: number[];
  /** Addresses where a contract created by the factory still exists. */
  readonly taken: Set<Address>;
}

/** One step of a random history. Its numbers choose among actors, tokens and amounts. */
export interface Step {
  action: (typeof ACTIONS)[number];
  sender: number;
  token: number;
  a: number;
  b: number;
  ids: bigint[];
  values: bigint[];
  /** Whether it goes through a contract that calls in its own name. */
  relayed: boolean;
  type: 0 | 1 | 2;
  /** Seconds after the last block; 0 means in the same block. */
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
