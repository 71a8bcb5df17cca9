import { named, type TypeOf } from "../codec/layout";
import { rlpBytes, rlpStruct, rlpUint } from "../codec/rlp";
import { showTime } from "../show";

const hash = rlpBytes(32);
const u64 = rlpUint(8);
const u256 = rlpUint(32);

/**
 * Header of a C-Chain block: 16 fields, and those that upgrades added. `baseFee` is wei.
 * @source avalanchego graft/coreth/plugin/evm/customtypes/header_ext.go
 */
export const header = rlpStruct(
  {
    parentHash: hash,
    uncleHash: hash,
    coinbase: rlpBytes(20),
    stateRoot: hash,
    transactionsRoot: hash,
    receiptsRoot: hash,
    logsBloom: rlpBytes(256),
    difficulty: u256,
    number: named({ label: "Height" }, u256),
    gasLimit: u64,
    gasUsed: u64,
    timestamp: named({ label: "Time" }, rlpUint(8, showTime)),
    extraData: rlpBytes(),
    mixHash: hash,
    nonce: rlpBytes(8),
    extDataHash: hash,
  },
  {
    // Apricot 3
    baseFee: u256,
    // Apricot 4
    extDataGasUsed: u256,
    blockGasCost: u256,
    // Etna
    blobGasUsed: u64,
    excessBlobGas: u64,
    parentBeaconRoot: hash,
    // Granite
    timestampMilliseconds: u64,
    minDelayExcess: u64,
    // Helicon
    targetExponent: u64,
    minPriceExponent: u64,
    settledHeight: u64,
    settledGasUnix: u64,
    settledGasNumerator: u64,
    settledExcess: u64,
  },
);
export type CHeader = TypeOf<typeof header>;
