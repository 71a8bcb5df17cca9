import { keccak256 } from "#keccak";
import { equalBytes, fromHex } from "../codec/bytes";
import { encode } from "../codec/layout";
import { type Account, stateRoot } from "../evm/state-root";
import { orderedTrieRoot } from "../evm/trie";
import { readEvmGenesis } from "../genesis/evm-genesis";
import { cBlock } from "./block";
import { type CHeader, header } from "./header";

/** Block 0 of the C-Chain, which no index holds. */
export interface CGenesisBlock {
  /** keccak256 of the header. */
  blockId: Uint8Array;
  header: CHeader;
  bytes: Uint8Array;
}

/** The block with this header and no transactions. */
export function cBlockOfHeader(fields: CHeader): CGenesisBlock {
  const extData = { form: "none", txs: [] } as const;
  const parts = {
    header: fields,
    transactions: [],
    uncles: [],
    version: 0n,
    extData: { ...extData, txs: [] },
  };
  return { blockId: keccak256(encode(header, fields)), header: fields, bytes: encode(cBlock, parts) };
}

/**
 * Block 0, with id `blockId`, of a chain with this genesis; undefined if the genesis does not give that block. Further
 * header fields depend on the upgrades active from the start, so each set of upgrades is tried.
 * @source avalanchego graft/coreth/core/genesis.go
 */
export function cGenesisBlock(genesisData: Uint8Array, blockId: Uint8Array): CGenesisBlock | undefined {
  const genesis = readEvmGenesis(genesisData);
  if (genesis === undefined) return undefined;
  return headersOf(genesis)
    .map(cBlockOfHeader)
    .find((block) => equalBytes(block.blockId, blockId));
}

/** Wei that a genesis gives to accounts; 0 for one of another kind. */
export function genesisCoin(genesisData: Uint8Array): bigint {
  const alloc = membersOf(readEvmGenesis(genesisData)?.alloc);
  return Object.values(alloc).reduce<bigint>((sum, given) => sum + accountOf(membersOf(given)).balance, 0n);
}

type Members = Record<string, unknown>;

function headersOf(genesis: Members): CHeader[] {
  const accounts = Object.entries(membersOf(genesis.alloc)).map(
    ([address, given]) => [bytesOf(address, 20), accountOf(membersOf(given))] as const,
  );
  const none: CHeader = {
    parentHash: bytesOf(genesis.parentHash, 32),
    uncleHash: keccak256(Uint8Array.of(0xc0)),
    coinbase: bytesOf(genesis.coinbase, 20),
    stateRoot: stateRoot(accounts),
    transactionsRoot: orderedTrieRoot([]),
    receiptsRoot: orderedTrieRoot([]),
    logsBloom: new Uint8Array(256),
    difficulty: quantityOf(genesis.difficulty),
    number: 0n,
    gasLimit: quantityOf(genesis.gasLimit),
    gasUsed: 0n,
    timestamp: quantityOf(genesis.timestamp),
    extraData: bytesOf(genesis.extraData),
    mixHash: bytesOf(genesis.mixHash, 32),
    nonce: bytesOf(quantityOf(genesis.nonce).toString(16), 8),
    extDataHash: new Uint8Array(32),
  };
  const baseFee = genesis.baseFeePerGas == null ? FIRST_BASE_FEE : quantityOf(genesis.baseFeePerGas);
  const apricot3 = { ...none, baseFee };
  const durango = { ...apricot3, stateRoot: stateRoot([...accounts, WARP]) };
  const nothing = { extDataGasUsed: 0n, blockGasCost: 0n, blobGasUsed: 0n, excessBlobGas: 0n };
  const etna = { ...durango, ...nothing, parentBeaconRoot: new Uint8Array(32) };
  const timestampMilliseconds = none.timestamp * 1000n;
  const granite = { ...etna, timestampMilliseconds, minDelayExcess: FIRST_DELAY_EXCESS };
  const settled = { settledHeight: 0n, settledGasUnix: 0n, settledGasNumerator: 0n, settledExcess: 0n };
  const helicon = { ...granite, targetExponent: 0n, minPriceExponent: 0n, ...settled };
  return [none, apricot3, durango, etna, granite, helicon];
}

/** Wei. */
const FIRST_BASE_FEE = 225_000_000_000n;
/** About two seconds between blocks (ACP-226). */
const FIRST_DELAY_EXCESS = 7_970_124n;

/** The precompile of Warp messages, which has an account since Durango. */
const WARP: readonly [Uint8Array, Account] = [
  fromHex("0x0200000000000000000000000000000000000005"),
  { nonce: 1n, balance: 0n, code: Uint8Array.of(1), storage: [] },
];

function accountOf({ nonce, balance, code, storage }: Members): Account {
  return {
    nonce: quantityOf(nonce),
    balance: quantityOf(balance),
    code: bytesOf(code),
    storage: Object.entries(membersOf(storage)).map(
      ([slot, value]) => [bytesOf(slot, 32), quantityOf(value)] as const,
    ),
  };
}

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

/** A quantity as the node reads it from a genesis: hex after `0x`, or decimal. Missing counts as 0. */
function quantityOf(value: unknown): bigint {
  const text = String(value ?? 0);
  return /^(0x[0-9a-f]+|\d+)$/i.test(text) ? BigInt(text) : 0n;
}

/** Bytes of hex with or without `0x`, padded with leading zeros to `length`. */
function bytesOf(value: unknown, length = 0): Uint8Array {
  const digits = String(value ?? "").replace(/^0x/i, "");
  const isHex = /^[0-9a-f]*$/i.test(digits);
  const even = digits.padStart(Math.max(2 * length, digits.length + (digits.length % 2)), "0");
  return isHex ? fromHex(`0x${even}`) : new Uint8Array(length);
}
