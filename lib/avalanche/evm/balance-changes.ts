import { equalBytes, toHex } from "../codec/bytes";
import { quantityToBigint } from "../codec/rlp";
import type { EvmCall } from "./call";

/** A block, with everything that determines native balances. */
export interface PayingBlock {
  /** Who receives its fees. */
  miner: Uint8Array;
  transactions: readonly PayingTransaction[];
  /** What atomic transactions add to accounts (above 0) and take from them; undefined on L1s. */
  atomic: readonly AtomicChange[] | undefined;
}

export interface PayingTransaction {
  sender: Uint8Array;
  /** Wei paid, whether it succeeded or not. */
  fee: bigint;
  trace: EvmCall;
}

export interface AtomicChange {
  account: Uint8Array;
  assetId: Uint8Array;
  /** nAVAX, of AVAX. */
  amount: bigint;
}

/** Accounts as lower-case hex. */
export interface BalanceChanges {
  /** Wei by which each balance must differ from before the block; 0n if the changes cancel out. */
  changes: Map<string, bigint>;
  /** Accounts named in the block whose change cannot be computed from it. */
  unknown: Set<string>;
}

/**
 * The change of native balance of each account named in a block: by fees, by values of calls that are not reverted, and
 * by atomic transactions. Changes by a chain's configuration are not part of any block.
 * @param avaxAssetId distinguishes AVAX in atomic transactions; without it their accounts are unknown
 * @returns undefined if a precompile ran that is not part of subnet-evm: it may pay anybody
 */
export function balanceChanges(
  { miner, transactions, atomic }: PayingBlock,
  avaxAssetId?: Uint8Array,
): BalanceChanges | undefined {
  const changes = new Map<string, bigint>();
  const unknown = new Set([toHex(miner), BLACKHOLE]);
  const add = (account: string, amount: bigint) =>
    changes.set(account, (changes.get(account) ?? 0n) + amount);
  for (const { sender, fee, trace } of transactions) {
    const own = new TransactionChanges();
    if (!own.run(trace)) return undefined;
    add(toHex(sender), -fee);
    for (const [account, amount] of own.changes) add(account, amount);
    for (const account of own.unknown) unknown.add(account);
  }
  for (const { account, assetId, amount } of atomic ?? []) {
    if (avaxAssetId === undefined) unknown.add(toHex(account));
    else if (equalBytes(assetId, avaxAssetId)) add(toHex(account), amount * WEI_PER_NAVAX);
  }
  for (const account of unknown) changes.delete(account);
  return { changes, unknown };
}

const WEI_PER_NAVAX = 1_000_000_000n;
/** Receives burned fees. */
const BLACKHOLE = `0x01${"00".repeat(19)}`;

/** What the calls of one transaction move. */
class TransactionChanges {
  readonly changes = new Map<string, bigint>();
  readonly unknown = new Set<string>();
  readonly #created = new Set<string>();
  /** Contracts created and destroyed in this transaction. What they receive from then on is destroyed too. */
  readonly #destroyed = new Set<string>();
  /** Older contracts that destroyed themselves. Whether they are gone depends on the upgrade in force. */
  readonly #selfDestructed = new Set<string>();

  /** @returns false at an unknown precompile */
  run(call: EvmCall): boolean {
    if (call.error !== undefined) return true;
    if (isForeign(call.to)) return false;
    const { type, to, input } = call;
    if (to !== undefined && MOVES.has(type)) {
      if (type !== "CALL" && type !== "SELFDESTRUCT") this.#created.add(toHex(to));
      this.#move(call, toHex(to));
    }
    if (input && isNativeMinter(to) && equalBytes(input.subarray(0, 4), MINT)) {
      // Whether the minter was active, and so minted anything, depends on the chain's configuration.
      this.unknown.add(toHex(input.subarray(16, 36)));
    }
    return call.calls.every((inner) => this.run(inner));
  }

  #move({ type, from, value }: EvmCall, to: string): void {
    const payer = toHex(from);
    const amount = quantityToBigint(value);
    if (type === "SELFDESTRUCT" && payer === to && !this.#created.has(payer)) this.unknown.add(payer);
    this.#add(payer, -amount);
    // A contract that leaves its balance to itself destroys it.
    if (type !== "SELFDESTRUCT" || payer !== to) this.#add(to, amount);
    if (type === "SELFDESTRUCT")
      (this.#created.has(payer) ? this.#destroyed : this.#selfDestructed).add(payer);
  }

  #add(account: string, amount: bigint): void {
    if (this.#destroyed.has(account)) return;
    if (this.#selfDestructed.has(account) && amount > 0n) this.unknown.add(account);
    this.changes.set(account, (this.changes.get(account) ?? 0n) + amount);
  }
}

/** DELEGATECALL and STATICCALL move nothing. CALLCODE pays the caller itself. */
const MOVES = new Set(["CALL", "CREATE", "CREATE2", "SELFDESTRUCT"]);

/** `mintNativeCoin(address,uint256)` @source avalanchego graft/subnet-evm precompile/contracts/nativeminter */
const MINT = Uint8Array.of(0x4f, 0x5a, 0xaa, 0xba);

/** Whether an address is the precompile that mints an L1's native coin. */
export function isNativeMinter(address: Uint8Array | undefined): boolean {
  return address?.[0] === 2 && address[19] === 1 && hasNothingBetween(address);
}

/** Addresses of custom precompiles, from 0x03…00 on. @source subnet-evm precompile/modules/registerer.go */
function isForeign(address: Uint8Array | undefined): boolean {
  return address?.[0] === 3 && hasNothingBetween(address);
}

function hasNothingBetween(address: Uint8Array): boolean {
  return address.subarray(1, -1).every((byte) => byte === 0);
}
