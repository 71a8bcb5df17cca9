import { type Common, createCustomCommon, Hardfork, Mainnet } from "@ethereumjs/common";
import { SimpleStateManager } from "@ethereumjs/statemanager";
import { createTx } from "@ethereumjs/tx";
import { Account, Address, createAddressFromPrivateKey, createContractAddress } from "@ethereumjs/util";
import { createVM, type RunTxOpts, runTx, type VM } from "@ethereumjs/vm";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { minimalBytes } from "../../avalanche/codec/rlp";
import { type EvmHeader, evmHeaderHash } from "../../avalanche/evm/header";
import { type EvmReceipt, encodeReceipt } from "../../avalanche/evm/receipt";
import { decodeTransaction, type EvmTransaction, transactionHash } from "../../avalanche/evm/transaction";
import { orderedTrieRoot } from "../../avalanche/evm/trie";
import { Mutex } from "../../mutex";
import { CallTracer, type VmCall } from "./tracer";

/**
 * An in-memory subnet-evm chain whose transactions a real EVM executes (runTx of `@ethereumjs/vm`). Its headers,
 * receipts and roots are encoded with the layouts that the indexer proves them with. `serveVmNode` serves it as a node
 * does.
 * const chain = await VmChain.open({ chainId: 99_999 }); const [made] = (await chain.mine([{ from: 0, data:
 * deployment("Coin", ["Coin", "C", 18]) }])).transactions; const node = await serveVmNode(chain);   // node.url for
 * FIRN_EVM_CHAINS or runEvmIndexer
 */
export class VmChain {
  readonly chainId: number;
  /** Addresses of the accounts that can send. Each has a million coins in the genesis block. */
  readonly accounts: readonly string[];
  /** By height, from the genesis block on. */
  readonly blocks: VmBlock[] = [];
  /** Transactions that were offered. */
  readonly pool: VmPooled[] = [];
  readonly #layout: HeaderLayout;
  readonly #common: Common;
  readonly #state: SimpleStateManager;
  readonly #vm: VM;
  readonly #tracer: CallTracer;
  readonly #states: State[] = [];
  /** The EVM runs one task at a time. */
  readonly #mutex = new Mutex();

  private constructor(options: VmChainOptions, made: { common: Common; state: SimpleStateManager; vm: VM }) {
    this.chainId = options.chainId;
    this.#layout = options.layout ?? "granite";
    this.#common = made.common;
    this.#state = made.state;
    this.#vm = made.vm;
    this.#tracer = new CallTracer(made.vm);
    this.accounts = KEYS.map((key) => createAddressFromPrivateKey(key).toString());
  }

  /** A chain with its genesis block. */
  static async open(options: VmChainOptions): Promise<VmChain> {
    const hardfork = options.layout === "durango" ? Hardfork.Shanghai : Hardfork.Cancun;
    const common = createCustomCommon({ chainId: options.chainId }, Mainnet, { hardfork });
    const state = new ForgetfulState({ common });
    const vm = await createVM({ common, stateManager: state });
    const chain = new VmChain(options, { common, state, vm });
    for (const account of chain.accounts)
      await state.putAccount(addressOf(account), new Account(0n, MILLION_COINS));
    for (const [address, code] of Object.entries(options.contracts ?? {})) await chain.#place(address, code);
    await chain.#seal([], options.genesisTime ?? 1_700_000_000);
    return chain;
  }

  /** Whether a contract that destroys itself is removed even if an earlier transaction created it. */
  get endsContracts(): boolean {
    return this.#layout === "durango";
  }

  get head(): VmBlock {
    const head = this.blocks.at(-1);
    if (head === undefined) throw new Error("the chain has no genesis block yet");
    return head;
  }

  /**
   * Executes transactions in the next block, `seconds` after the last one.
   * @throws when one is not valid in a block
   */
  mine(transactions: readonly VmTransaction[], seconds = 2): Promise<VmBlock> {
    return this.#mutex.run(async () => {
      const time = this.head.time + seconds;
      const executed: VmExecuted[] = [];
      for (const transaction of transactions) executed.push(await this.#execute(transaction, time, executed));
      return this.#seal(executed, time);
    });
  }

  /**
   * Puts a transaction into the mempool, `ahead` of the sender's next nonce and paying at most `maxFeePerGas`. Mining the
   * same transaction takes it out.
   */
  offer(
    transaction: VmTransaction,
    { ahead = 0, maxFeePerGas }: { ahead?: number; maxFeePerGas?: bigint } = {},
  ): Promise<VmPooled> {
    return this.#mutex.run(async () => {
      const from = this.accounts[transaction.from] ?? "";
      const tx = this.#sign(transaction, (await this.#nonceOf(from)) + BigInt(ahead), maxFeePerGas);
      const bytes = tx.serialize();
      const pooled = { hash: toHex(transactionHash(bytes)), from, fields: decodeTransaction(bytes) };
      this.pool.push(pooled);
      return pooled;
    });
  }

  /** The nonce of an account's next transaction. */
  nonceOf(address: string): bigint {
    return this.#stateAt(this.head.height).accounts.get(addressOf(address).toString())?.nonce ?? 0n;
  }

  /** The result of a call at the end of block `height`; undefined when it fails. */
  async call(to: string, data: string, height = this.head.height): Promise<Uint8Array | undefined> {
    const { returned, hasFailed } = await this.run(to, data, height);
    return hasFailed ? undefined : returned;
  }

  /** The same with what a failed call returned. */
  run(
    to: string,
    data: string,
    height = this.head.height,
  ): Promise<{ returned: Uint8Array; hasFailed: boolean }> {
    return this.#mutex.run(async () => {
      const { accounts, codes, storage } = this.#stateAt(height);
      this.#state.accountStack.push(accounts);
      this.#state.codeStack.push(codes);
      this.#state.storageStack.push(storage);
      await this.#state.checkpoint();
      const result = await this.#vm.evm.runCall({
        to: addressOf(to),
        data: fromHex(data),
        gasLimit: CALL_GAS,
        block: this.#environment(this.head.time).block as NonNullable<RunTxOpts["block"]>,
      });
      await this.#vm.evm.journal.cleanup();
      this.#state.originalStorageCache.clear();
      await this.#state.revert();
      await this.#state.revert();
      const { exceptionError, returnValue } = result.execResult;
      return { returned: returnValue, hasFailed: exceptionError !== undefined };
    });
  }

  /** A word of a contract's storage, 32 bytes. */
  wordOf(address: string, slot: string, height = this.head.height): Uint8Array {
    const word = new Uint8Array(32);
    const { storage } = this.#stateAt(height);
    const stored = storage.get(`${addressOf(address).toString()}_${slot}`) ?? new Uint8Array();
    word.set(stored, 32 - stored.length);
    return word;
  }

  /** In wei. */
  balanceOf(address: string, height = this.head.height): bigint {
    return this.#stateAt(height).accounts.get(addressOf(address).toString())?.balance ?? 0n;
  }

  codeOf(address: string, height = this.head.height): Uint8Array {
    const { accounts, codes } = this.#stateAt(height);
    const key = addressOf(address).toString();
    return accounts.get(key) ? (codes.get(key) ?? new Uint8Array()) : new Uint8Array();
  }

  /** Puts the contract that `code` creates into the genesis block. */
  async #place(address: string, code: string): Promise<void> {
    await this.#state.checkpoint();
    const made = await this.#vm.evm.runCall({ data: fromHex(code), gasLimit: CALL_GAS });
    await this.#vm.evm.journal.cleanup();
    this.#state.originalStorageCache.clear();
    await this.#state.revert();
    this.#tracer.take();
    await this.#state.putAccount(addressOf(address), new Account(1n));
    await this.#state.putCode(addressOf(address), made.execResult.returnValue);
  }

  /** Signs a transaction as `mine` would, with `maxFeePerGas` if it is given. */
  #sign(
    { from, to, data = "0x", value = 0n, gas = GAS, type = 2 }: VmTransaction,
    nonce: bigint,
    maxFeePerGas: bigint = BASE_FEE * 4n,
  ) {
    const price =
      type === 2 ? { maxFeePerGas, maxPriorityFeePerGas: BASE_FEE / 25n } : { gasPrice: BASE_FEE * 2n };
    const target = to === undefined ? {} : { to: addressOf(to) };
    return createTx(
      { type, nonce, gasLimit: gas, data: fromHex(data), value, ...target, ...price },
      { common: this.#common },
    ).sign(KEYS[from] as Uint8Array);
  }

  async #nonceOf(address: string): Promise<bigint> {
    return (await this.#state.getAccount(addressOf(address)))?.nonce ?? 0n;
  }

  async #execute(
    transaction: VmTransaction,
    time: number,
    before: readonly VmExecuted[],
  ): Promise<VmExecuted> {
    const { from, to, gas = GAS, type = 2 } = transaction;
    const sender = this.accounts[from] ?? "";
    const nonce = await this.#nonceOf(sender);
    const tx = this.#sign(transaction, nonce);
    const bytes = tx.serialize();
    const used = before.at(-1)?.receipt.cumulativeGasUsed ?? new Uint8Array();
    const result = await runTx(this.#vm, { tx, ...this.#environment(time), skipHardForkValidation: true });
    const trace = this.#tracer.take();
    const gasUsed = result.totalGasSpent;
    const succeeded = result.execResult.exceptionError === undefined;
    return {
      hash: toHex(transactionHash(bytes)),
      bytes,
      fields: decodeTransaction(bytes),
      from: sender,
      gasUsed,
      effectiveGasPrice: type === 2 ? BASE_FEE + BASE_FEE / 25n : BASE_FEE * 2n,
      // a node names the contract of a failed creation too
      contractAddress:
        to === undefined ? createContractAddress(addressOf(sender), nonce).toString() : undefined,
      succeeded,
      receipt: {
        type,
        status: succeeded ? Uint8Array.of(1) : new Uint8Array(),
        cumulativeGasUsed: minimalBytes(BigInt(`0x0${toHex(used).slice(2)}`) + gasUsed),
        logsBloom: result.bloom.bitvector,
        logs: (result.execResult.logs ?? []).map(([address, topics, data]) => ({ address, topics, data })),
      },
      trace: { ...trace, gas: BigInt(gas), gasUsed },
    };
  }

  /** Where transactions run. The EVM reads these members of its own block class, which cannot hold such headers. */
  #environment(time: number): Pick<RunTxOpts, "block"> {
    const header = {
      number: BigInt(this.blocks.length),
      coinbase: addressOf(COINBASE),
      timestamp: BigInt(time),
      difficulty: 1n,
      prevRandao: new Uint8Array(32),
      gasLimit: GAS_LIMIT,
      baseFeePerGas: BASE_FEE,
      getBlobGasPrice: () => 1n,
    };
    return { block: { header } as unknown as NonNullable<RunTxOpts["block"]> };
  }

  async #seal(transactions: VmExecuted[], time: number): Promise<VmBlock> {
    const [accounts, codes, storage] = [
      this.#state.accountStack,
      this.#state.codeStack,
      this.#state.storageStack,
    ].map((stack) => stack.at(-1)) as unknown as [State["accounts"], State["codes"], State["storage"]];
    this.#states.push({ accounts, codes, storage });
    // later writes go on top: the state of this block stays as it is
    await this.#state.checkpoint();
    const height = this.blocks.length;
    const header = this.#headerOf(transactions, { height, time });
    const block = { height, time, header, hash: toHex(evmHeaderHash(header)), transactions };
    this.blocks.push(block);
    return block;
  }

  #headerOf(
    transactions: readonly VmExecuted[],
    { height, time }: { height: number; time: number },
  ): EvmHeader {
    const parent = this.blocks.at(-1)?.hash;
    const bloom = new Uint8Array(256);
    for (const { receipt } of transactions)
      receipt.logsBloom.forEach((byte, i) => {
        bloom[i] = (bloom[i] ?? 0) | byte;
      });
    const gasUsed = transactions.reduce((sum, transaction) => sum + transaction.gasUsed, 0n);
    return {
      parentHash: parent === undefined ? new Uint8Array(32) : fromHex(parent),
      uncleHash: fromHex("0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347"),
      coinbase: fromHex(COINBASE),
      stateRoot: new Uint8Array(32).fill(height + 1),
      transactionsRoot: orderedTrieRoot(transactions.map(({ bytes }) => bytes)),
      receiptsRoot: orderedTrieRoot(transactions.map(({ receipt }) => encodeReceipt(receipt))),
      logsBloom: bloom,
      difficulty: Uint8Array.of(1),
      number: minimalBytes(BigInt(height)),
      gasLimit: minimalBytes(GAS_LIMIT),
      gasUsed: minimalBytes(gasUsed),
      timestamp: minimalBytes(BigInt(time)),
      extraData: new Uint8Array(),
      mixHash: new Uint8Array(32),
      nonce: new Uint8Array(8),
      baseFee: minimalBytes(BASE_FEE),
      blockGasCost: new Uint8Array(),
      ...(this.#layout === "granite" && {
        blobGasUsed: new Uint8Array(),
        excessBlobGas: new Uint8Array(),
        parentBeaconRoot: new Uint8Array(32),
        timestampMilliseconds: minimalBytes(BigInt(time) * 1_000n + 250n),
        minDelayExcess: minimalBytes(7_970_124n),
      }),
    };
  }

  #stateAt(height: number): State {
    const state = this.#states[height];
    if (state === undefined) throw new Error(`no block ${height}`);
    return state;
  }
}

/** What follows the base fee in headers: only the block gas cost until Etna, every field since Granite. */
export type HeaderLayout = "durango" | "granite";

export interface VmChainOptions {
  chainId: number;
  /**
   * Default `granite`. In `durango`, transactions follow Shanghai's rules, where contracts can still destroy
   * themselves.
   */
  layout?: HeaderLayout;
  /** Unix seconds. */
  genesisTime?: number;
  /** Contracts of the genesis block by address, with their creation code as in a transaction. */
  contracts?: Readonly<Record<string, string>>;
}

export interface VmTransaction {
  /** Index in `accounts`. */
  from: number;
  /** Absent to create a contract. */
  to?: string;
  data?: string;
  /** Wei. */
  value?: bigint;
  gas?: number;
  type?: 0 | 1 | 2;
}

/** A transaction that no block has yet. */
export type VmPooled = Pick<VmExecuted, "hash" | "from" | "fields">;

export interface VmExecuted {
  hash: string;
  bytes: Uint8Array;
  fields: EvmTransaction;
  from: string;
  gasUsed: bigint;
  /** Wei. */
  effectiveGasPrice: bigint;
  contractAddress: string | undefined;
  succeeded: boolean;
  receipt: EvmReceipt;
  trace: VmCall;
}

export interface VmBlock {
  height: number;
  /** Unix seconds. */
  time: number;
  hash: string;
  header: EvmHeader;
  transactions: VmExecuted[];
}

/** Forgets the code of a removed account. */
class ForgetfulState extends SimpleStateManager {
  override async deleteAccount(address: Address): Promise<void> {
    await super.deleteAccount(address);
    this.topCodeStack().delete(address.toString());
  }
}

interface State {
  accounts: Map<`0x${string}`, Account | undefined>;
  codes: Map<`0x${string}`, Uint8Array>;
  storage: Map<string, Uint8Array>;
}

const MILLION_COINS = 10n ** 24n;
const BASE_FEE = 25_000_000_000n;
const GAS_LIMIT = 1_000_000_000n;
/** Of a transaction that does not say. */
const GAS = 3_000_000;
const CALL_GAS = 10_000_000n;
const COINBASE = "0x0100000000000000000000000000000000000000";
const ACCOUNTS = 6;
const KEYS = Array.from({ length: ACCOUNTS }, (_, i) => new Uint8Array(32).fill(i + 1));

function addressOf(text: string): Address {
  return new Address(fromHex(text.toLowerCase()));
}
