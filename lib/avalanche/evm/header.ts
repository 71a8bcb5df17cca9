import { keccak256 } from "#keccak";
import { encode, type TypeOf } from "../codec/layout";
import { rlpBytes, rlpQuantity, rlpStruct } from "../codec/rlp";

const hash = rlpBytes(32);
const u64 = rlpQuantity(8);
const u256 = rlpQuantity(32);

/**
 * Header of an L1 that runs subnet-evm: Ethereum's 15 fields, and those that upgrades added. Integers are big-endian
 * bytes without leading zeros; the base fee is wei. `c/header.ts` has the C-Chain's.
 * @source avalanchego graft/subnet-evm/plugin/evm/customtypes/header_ext.go
 */
export const evmHeader = rlpStruct(
  {
    parentHash: hash,
    uncleHash: hash,
    coinbase: rlpBytes(20),
    stateRoot: hash,
    transactionsRoot: hash,
    receiptsRoot: hash,
    logsBloom: rlpBytes(256),
    difficulty: u256,
    number: u256,
    gasLimit: u64,
    gasUsed: u64,
    timestamp: u64,
    extraData: rlpBytes(),
    mixHash: hash,
    nonce: rlpBytes(8),
  },
  {
    baseFee: u256,
    blockGasCost: u256,
    blobGasUsed: u64,
    excessBlobGas: u64,
    parentBeaconRoot: hash,
    timestampMilliseconds: u64,
    minDelayExcess: u64,
  },
);

export type EvmHeader = TypeOf<typeof evmHeader>;

/**
 * Size in bytes of an L1's block: header, transactions, and an empty list of uncles.
 * @source go-ethereum core/types/block.go Size; EIP-2718
 */
export function evmBlockSize(header: EvmHeader, transactions: readonly Uint8Array[]): number {
  const body = transactions.reduce(
    (sum, bytes) => sum + (isList(bytes) ? bytes.length : framed(bytes.length)),
    0,
  );
  const uncles = framed(0);
  return framed(encode(evmHeader, header).length + framed(body) + uncles);
}

const FIRST_OF_LIST = 0xc0;
/** The length of longer content follows its head. */
const SHORT = 55;

function isList([first = 0]: Uint8Array): boolean {
  return first >= FIRST_OF_LIST;
}

/** Size of content including its RLP head. */
function framed(length: number): number {
  if (length <= SHORT) return length + 1;
  return length + 1 + Math.ceil(length.toString(16).length / 2);
}

/** `hash` of EVM answers, 32 bytes. */
export function evmHeaderHash(header: EvmHeader): Uint8Array {
  return keccak256(encode(evmHeader, header));
}
