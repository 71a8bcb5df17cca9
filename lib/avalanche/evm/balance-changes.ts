import { equalBytes, toHex } from "../codec/bytes";
import { quantityToBigint } from "../codec/rlp";
import type { EvmCall } from "./call";

/** A block with all that says whose native balance it changes. */
export interface PayingBlock {
  /** Who its fees go to. */
  miner: Uint8Array;
  transactions: readonly PayingTransaction[];
  /** What atomic transactions bring to accounts (above 0) and take from them; absent on L1s. */
  atomic: readonly AtomicChange[] | undefined;
}

export interface PayingTransaction {
  sender: Uint8Array;
  /** Wei that were paid, whether it succeeded or not. */
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
  /** Wei by which the balance of each must differ from before the block; 0n where what came went again. */
  changes: Map<string, bigint>;
  /** Accounts that the block names whose change does not follow from it. */
  untold: Set<string>;
}

/**
 * By how much a block changes the native balance of each account that it names: by fees, by the value that calls move
 * unless they are undone, and by atomic transactions. What the chain's configuration changes without a transaction is in
 * no block.
 * @param avaxAssetId what accounts named by atomic transactions are told by; without it they are not
 * @returns undefined when a precompile ran that is none of subnet-evm: it may pay whomever it wants
 */
export function balanceChanges(
  { miner, transactions, atomic }: PayingBlock,
  avaxAssetId?: Uint8Array,
): BalanceChanges | undefined {
  const changes = new Map<string, bigint>();
  const untold = new Set([toHex(miner), BLACKHOLE]);
  const add = (account: string, amount: bigint) =>
    changes.set(account, (changes.get(account) ?? 0n) + amount);
  for (const { sender, fee, trace } of transactions) {
    const own = new TransactionChanges();
    if (!own.run(trace)) return undefined;
    add(toHex(sender), -fee);
    for (const [account, amount] of own.changes) add(account, amount);
    for (const account of own.untold) untold.add(account);
  }
  for (const { account, assetId, amount } of atomic ?? []) {
    if (avaxAssetId === undefined) untold.add(toHex(account));
    else if (equalBytes(assetId, avaxAssetId)) add(toHex(account), amount * WEI_PER_NAVAX);
  }
  for (const account of untold) changes.delete(account);
  return { changes, untold };
}

const WEI_PER_NAVAX = 1_000_000_000n;
/** Where fees go that nobody gets. */
const BLACKHOLE = `0x01${"00".repeat(19)}`;

/** What the calls of one transaction move. */
class TransactionChanges {
  readonly changes = new Map<string, bigint>();
  readonly untold = new Set<string>();
  readonly #made = new Set<string>();
  /** Made and ended in this transaction: what they get from then on is gone with them. */
  readonly #gone = new Set<string>();
  /** Older ones that ended themselves: whether they are gone depends on the rules of the time. */
  readonly #ended = new Set<string>();

  /** @returns false at a precompile that nobody knows */
  run(call: EvmCall): boolean {
    if (call.error !== undefined) return true;
    if (isForeign(call.to)) return false;
    const { type, to, input } = call;
    if (to !== undefined && MOVES.has(type)) {
      if (type !== "CALL" && type !== "SELFDESTRUCT") this.#made.add(toHex(to));
      this.#move(call, toHex(to));
    }
    if (input && isNativeMinter(to) && equalBytes(input.subarray(0, 4), MINT)) {
      // Whether the minter was in force, so that it minted anything, the chain's configuration says.
      this.untold.add(toHex(input.subarray(16, 36)));
    }
    return call.calls.every((inner) => this.run(inner));
  }

  #move({ type, from, value }: EvmCall, to: string): void {
    const payer = toHex(from);
    const amount = quantityToBigint(value);
    if (type === "SELFDESTRUCT" && payer === to && !this.#made.has(payer)) this.untold.add(payer);
    this.#add(payer, -amount);
    // One that leaves all to itself loses it.
    if (type !== "SELFDESTRUCT" || payer !== to) this.#add(to, amount);
    if (type === "SELFDESTRUCT") (this.#made.has(payer) ? this.#gone : this.#ended).add(payer);
  }

  #add(account: string, amount: bigint): void {
    if (this.#gone.has(account)) return;
    if (this.#ended.has(account) && amount > 0n) this.untold.add(account);
    this.changes.set(account, (this.changes.get(account) ?? 0n) + amount);
  }
}

/** DELEGATECALL and STATICCALL move nothing, CALLCODE pays whoever calls. */
const MOVES = new Set(["CALL", "CREATE", "CREATE2", "SELFDESTRUCT"]);

/** `mintNativeCoin(address,uint256)` @source avalanchego graft/subnet-evm precompile/contracts/nativeminter */
const MINT = Uint8Array.of(0x4f, 0x5a, 0xaa, 0xba);

/** Whether an address is that of the precompile by which an L1's coin is minted. */
export function isNativeMinter(address: Uint8Array | undefined): boolean {
  return address?.[0] === 2 && address[19] === 1 && hasNothingBetween(address);
}

/** What chains add to subnet-evm stands from 0x03…00 on. @source subnet-evm precompile/modules/registerer.go */
function isForeign(address: Uint8Array | undefined): boolean {
  return address?.[0] === 3 && hasNothingBetween(address);
}

function hasNothingBetween(address: Uint8Array): boolean {
  return address.subarray(1, -1).every((byte) => byte === 0);
}
