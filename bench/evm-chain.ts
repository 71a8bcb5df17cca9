import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { instantiateSecp256k1 } from "@bitauth/libauth/build/lib/crypto/secp256k1.js";
import { keccak256 } from "#keccak";
import { toHex } from "../lib/avalanche/codec/bytes";
import { minimalBytes } from "../lib/avalanche/codec/rlp";
import { type EvmHeader, evmHeaderHash } from "../lib/avalanche/evm/header";
import { type EvmReceipt, encodeReceipt } from "../lib/avalanche/evm/receipt";
import { signedMessage } from "../lib/avalanche/evm/sender";
import { type EvmTransaction, encodeTransaction, transactionHash } from "../lib/avalanche/evm/transaction";
import { orderedTrieRoot } from "../lib/avalanche/evm/trie";
import { EVM_FOLDER } from "../lib/store/sqlite/layout";

/** Folder for what benchmarks generate. */
export const BENCH_FOLDER = fileURLToPath(new URL("../../data/bench", import.meta.url));

/** Store of a generated chain with this many transfers, in a data folder that an API can read. */
export function evmStorePath(transfers: number): string {
  return evmStoreIn(join(BENCH_FOLDER, String(transfers)));
}

/** Store of the generated chain in a data folder. */
export function evmStoreIn(folder: string): string {
  return join(folder, EVM_FOLDER, `${EVM_CHAIN_ID}.db`);
}

/** Position of the answers about one block in the file. */
export interface BlockPlace {
  at: number;
  /** Bytes of the block, its receipts and its traces, in this order. */
  lengths: [number, number, number];
}

export interface ChainShape {
  blocks: number;
  transfersPerBlock: number;
  accounts: number;
  tokens: number;
  seed: number;
  /** Whether one account makes every transfer. */
  onePayer?: boolean;
  /** Whether tokens are minted instead of sent by who has too few, so that transfers add up to balances. */
  addsUp?: boolean;
}

/** Writes a chain of ERC-20 transfers, with valid hashes and roots, as a node's answers. */
export function writeChain(file: string, shape: ChainShape): BlockPlace[] {
  const random = randomOf(shape.seed);
  const accounts = Array.from({ length: shape.accounts }, () => accountOf(bytesOf(random, 32)));
  const tokens = Array.from({ length: shape.tokens }, () => bytesOf(random, 20));
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const send = shape.addsUp ? openLedger() : ({ from }: Sending) => from.address;
  const places: BlockPlace[] = [];
  const out = openSync(file, "w");
  let at = 0;
  let parentHash: Uint8Array = new Uint8Array(32);
  for (let height = 0; height < shape.blocks; height++) {
    const transfers = Array.from({ length: height === 0 ? 0 : shape.transfersPerBlock }, () => {
      const sending = {
        from: shape.onePayer ? (accounts[0] as Account) : pick(accounts),
        to: pick(accounts).address,
        token: pick(tokens),
        value: minimalBytes(BigInt(1 + Math.floor(random() * 2 ** 40))),
      };
      return { ...sending, giver: send(sending) };
    });
    const made = makeBlock(height, parentHash, transfers);
    parentHash = made.hash;
    const parts = [made.block, made.receipts, made.traces].map((value) => Buffer.from(JSON.stringify(value)));
    for (const part of parts) writeSync(out, part);
    const lengths = parts.map(({ length }) => length) as BlockPlace["lengths"];
    places.push({ at, lengths });
    at += lengths[0] + lengths[1] + lengths[2];
  }
  closeSync(out);
  return places;
}

interface Account {
  key: Uint8Array;
  address: Uint8Array;
}

interface Sending {
  /** Signs the transaction. */
  from: Account;
  to: Uint8Array;
  token: Uint8Array;
  value: Uint8Array;
}

interface Transfer extends Sending {
  /** Whose tokens these are, by the event: no address if they are minted. */
  giver: Uint8Array;
}

/** Keeps balances, and says whose tokens are sent. */
function openLedger(): (sending: Sending) => Uint8Array {
  const held = new Map<string, bigint>();
  const add = (token: Uint8Array, account: Uint8Array, change: bigint) => {
    const key = toHex(token) + toHex(account);
    const sum = (held.get(key) ?? 0n) + change;
    if (sum >= 0n) held.set(key, sum);
    return sum >= 0n;
  };
  return ({ from, to, token, value }) => {
    const amount = BigInt(toHex(value));
    const isSent = add(token, from.address, -amount);
    add(token, to, amount);
    return isSent ? from.address : new Uint8Array(20);
  };
}

function accountOf(key: Uint8Array): Account {
  const point = curve.derivePublicKeyUncompressed(key) as Uint8Array;
  return { key, address: keccak256(point.subarray(1)).slice(-20) };
}

/** A transaction, signed by its sender. */
function signed(fields: EvmTransaction, { key }: Account): EvmTransaction {
  const hash = keccak256(signedMessage(encodeTransaction(fields)));
  const made = curve.signMessageHashRecoverableCompact(key, hash);
  if (typeof made === "string") throw new Error(made);
  const { signature, recoveryId } = made;
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32)].map(withoutZeros) as [
    Uint8Array,
    Uint8Array,
  ];
  return { ...fields, v: recoveryId === 0 ? NOTHING : ONE, r, s };
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(bytes.findIndex((byte) => byte !== 0));
}

export const EVM_CHAIN_ID = 99_999;
const GENESIS_TIME = 1_700_000_000;
const BLOCK_SECONDS = 2;
const TRANSFER = Buffer.from("ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef", "hex");
const SELECTOR = Buffer.from("a9059cbb", "hex");
const GAS = 51_000;
const BLOOM = new Uint8Array(256).fill(7);
const NOTHING = new Uint8Array();
const curve = await instantiateSecp256k1();
const ONE = Uint8Array.of(1);
const GAS_PRICE = minimalBytes(25_000_000_000n);

function makeBlock(height: number, parentHash: Uint8Array, transfers: Transfer[]) {
  const txs = transfers.map((transfer): { fields: EvmTransaction; bytes: Uint8Array; hash: Uint8Array } => {
    const unsigned: EvmTransaction = {
      type: 2,
      chainId: minimalBytes(BigInt(EVM_CHAIN_ID)),
      nonce: minimalBytes(BigInt(height)),
      maxPriorityFeePerGas: ONE,
      maxFeePerGas: GAS_PRICE,
      gas: minimalBytes(BigInt(GAS)),
      to: transfer.token,
      value: NOTHING,
      input: Buffer.concat([SELECTOR, word(transfer.to), word(transfer.value)]),
      accessList: [],
      v: NOTHING,
      r: NOTHING,
      s: NOTHING,
    };
    const fields = signed(unsigned, transfer.from);
    const bytes = encodeTransaction(fields);
    return { fields, bytes, hash: transactionHash(bytes) };
  });
  const receipts = transfers.map(
    ({ giver, to, token, value }, i): EvmReceipt => ({
      type: 2,
      status: ONE,
      cumulativeGasUsed: minimalBytes(BigInt(GAS * (i + 1))),
      logsBloom: BLOOM,
      logs: [
        {
          address: token,
          topics: [new Uint8Array(TRANSFER), word(giver), word(to)],
          data: word(value),
        },
      ],
    }),
  );
  const header: EvmHeader = {
    parentHash,
    uncleHash: Buffer.from("1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347", "hex"),
    coinbase: Buffer.from("0100000000000000000000000000000000000000", "hex"),
    stateRoot: new Uint8Array(32).fill(3),
    transactionsRoot: orderedTrieRoot(txs.map(({ bytes }) => bytes)),
    receiptsRoot: orderedTrieRoot(receipts.map(encodeReceipt)),
    logsBloom: BLOOM,
    difficulty: ONE,
    number: minimalBytes(BigInt(height)),
    gasLimit: minimalBytes(15_000_000n),
    gasUsed: minimalBytes(BigInt(GAS * transfers.length)),
    timestamp: minimalBytes(BigInt(GENESIS_TIME + height * BLOCK_SECONDS)),
    extraData: NOTHING,
    mixHash: new Uint8Array(32),
    nonce: new Uint8Array(8),
    baseFee: GAS_PRICE,
  };
  const hash = evmHeaderHash(header);
  return { hash, ...answersOf({ header, hash, txs, receipts, transfers }) };
}

interface Made {
  header: EvmHeader;
  hash: Uint8Array;
  txs: { fields: EvmTransaction; hash: Uint8Array }[];
  receipts: EvmReceipt[];
  transfers: Transfer[];
}

function answersOf({ header, hash, txs, receipts, transfers }: Made) {
  const blockHash = toHex(hash);
  const blockNumber = quantity(header.number);
  const of = (i: number) => transfers[i] as Transfer;
  return {
    block: {
      hash: blockHash,
      parentHash: toHex(header.parentHash),
      sha3Uncles: toHex(header.uncleHash),
      miner: toHex(header.coinbase),
      stateRoot: toHex(header.stateRoot),
      transactionsRoot: toHex(header.transactionsRoot),
      receiptsRoot: toHex(header.receiptsRoot),
      logsBloom: toHex(header.logsBloom),
      difficulty: "0x1",
      number: blockNumber,
      gasLimit: quantity(header.gasLimit),
      gasUsed: quantity(header.gasUsed),
      timestamp: quantity(header.timestamp),
      extraData: "0x",
      mixHash: toHex(header.mixHash),
      nonce: toHex(header.nonce),
      baseFeePerGas: quantity(GAS_PRICE),
      size: "0x1000",
      uncles: [],
      transactions: txs.map(({ fields, hash }, i) => ({
        blockHash,
        blockNumber,
        transactionIndex: `0x${i.toString(16)}`,
        hash: toHex(hash),
        type: "0x2",
        from: toHex(of(i).from.address),
        to: toHex(fields.to),
        chainId: "0x1869f",
        nonce: quantity(fields.nonce),
        gas: quantity(fields.gas),
        gasPrice: quantity(GAS_PRICE),
        maxFeePerGas: quantity(GAS_PRICE),
        maxPriorityFeePerGas: "0x1",
        value: "0x0",
        input: toHex(fields.input),
        accessList: [],
        v: quantity(fields.v),
        yParity: quantity(fields.v),
        r: quantity(fields.r),
        s: quantity(fields.s),
      })),
    },
    receipts: receipts.map(({ logs, cumulativeGasUsed }, i) => {
      const place = {
        blockHash,
        blockNumber,
        transactionHash: toHex(txs[i]?.hash ?? NOTHING),
        transactionIndex: `0x${i.toString(16)}`,
      };
      return {
        ...place,
        from: toHex(of(i).from.address),
        to: toHex(of(i).token),
        contractAddress: null,
        type: "0x2",
        status: "0x1",
        cumulativeGasUsed: quantity(cumulativeGasUsed),
        gasUsed: `0x${GAS.toString(16)}`,
        effectiveGasPrice: quantity(GAS_PRICE),
        logsBloom: toHex(BLOOM),
        logs: logs.map(({ address, topics, data }) => ({
          address: toHex(address),
          topics: topics.map(toHex),
          data: toHex(data),
          ...place,
          logIndex: `0x${i.toString(16)}`,
          removed: false,
        })),
      };
    }),
    traces: txs.map(({ fields, hash }, i) => ({
      txHash: toHex(hash),
      result: {
        type: "CALL",
        from: toHex(of(i).from.address),
        to: toHex(of(i).token),
        value: "0x0",
        gas: quantity(fields.gas),
        gasUsed: `0x${GAS.toString(16)}`,
        input: toHex(fields.input),
      },
    })),
  };
}

function word(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(32);
  padded.set(bytes, 32 - bytes.length);
  return padded;
}

function quantity(bytes: Uint8Array): string {
  return `0x${toHex(bytes).slice(2).replace(/^0/, "") || "0"}`;
}

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Bytes that do not begin with a zero, so that they are valid numbers too. */
function bytesOf(random: () => number, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) =>
    i === 0 ? 1 + Math.floor(random() * 255) : Math.floor(random() * 256),
  );
}
