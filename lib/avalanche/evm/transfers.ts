import { equalBytes, fromHex } from "../codec/bytes";
import type { EvmLog } from "./receipt";
import { addressOf, isAddress, trim, WORD } from "./words";

/**
 * A token transfer as an event reports it. Amounts and ids are big-endian bytes without leading zeros. `form` belongs
 * to the event: the standard of a contract is decided elsewhere, because `unlabelled` (nothing indexed) may be an
 * ERC-20 amount or an ERC-721 id.
 */
export interface TokenTransfer {
  form: "erc20" | "erc721" | "erc1155" | "unlabelled";
  /** 20 bytes, zeros for a mint. */
  from: Uint8Array;
  /** 20 bytes, zeros for a burn. */
  to: Uint8Array;
  /** Undefined for ERC-20. */
  tokenId?: Uint8Array;
  /** 1 for ERC-721. For `unlabelled`: the amount or the id. */
  value: Uint8Array;
  /** Position within the event. A batch moves several items. */
  item: number;
}

/**
 * The transfers of an event, in order; empty for other events and for one whose data do not fit its signature.
 * @source ERC-20, ERC-721, ERC-1155
 */
export function transfersOf({ topics, data }: Pick<EvmLog, "topics" | "data">): TokenTransfer[] {
  const [signature, ...indexed] = topics;
  if (signature === undefined) return [];
  if (equalBytes(signature, TRANSFER)) return readTransfer(indexed, data);
  if (equalBytes(signature, TRANSFER_SINGLE)) return readSingle([...indexed, ...wordsOf(data)], data.length);
  return equalBytes(signature, TRANSFER_BATCH) ? readBatch(indexed, data) : [];
}

/** Native coin that an account exchanged for a wrapper's tokens, or back. */
export interface CoinWrap {
  /** 20 bytes. */
  holder: Uint8Array;
  /** Big-endian without leading zeros. */
  value: Uint8Array;
  /** Whether the account gave coin, or got it back. */
  isDeposit: boolean;
}

/**
 * The wrapping that an event reports. A wrapper like WAVAX changes token balances by these events, without a
 * `Transfer`.
 * @source WETH9: Deposit(address indexed, uint256), Withdrawal(address indexed, uint256)
 */
export function coinWrapOf({ topics, data }: Pick<EvmLog, "topics" | "data">): CoinWrap | undefined {
  const [signature, holder] = topics;
  if (signature === undefined || holder === undefined || topics.length !== 2 || data.length !== WORD)
    return undefined;
  const isDeposit = equalBytes(signature, DEPOSIT);
  if ((!isDeposit && !equalBytes(signature, WITHDRAWAL)) || !isAddress(holder)) return undefined;
  return { holder: addressOf(holder), value: trim(data), isDeposit };
}

/** Whether an address is 0x0: the source of minted tokens and the destination of burned ones. */
export function isZeroAddress(address: Uint8Array): boolean {
  for (const byte of address) if (byte !== 0) return false;
  return true;
}

const DEPOSIT = fromHex("0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c");
const WITHDRAWAL = fromHex("0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65");
const TRANSFER = fromHex("0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef");
const TRANSFER_SINGLE = fromHex("0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62");
const TRANSFER_BATCH = fromHex("0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb");

/** First topics of events that `transfersOf` reads. */
export const TRANSFER_TOPICS: readonly Uint8Array[] = [TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH];

/** First topics of these events. Stored logs refer to this list: it never changes. */
export const TOKEN_TOPICS: readonly Uint8Array[] = [
  DEPOSIT,
  WITHDRAWAL,
  TRANSFER_BATCH,
  TRANSFER_SINGLE,
  TRANSFER,
];

/** Transfer(from, to, value or id). The number of indexed parameters distinguishes the standards. */
function readTransfer(indexed: readonly Uint8Array[], data: Uint8Array): TokenTransfer[] {
  if (indexed.length * WORD + data.length !== 3 * WORD) return [];
  const [from, to, last] = data.length === WORD ? [...indexed, data] : [...indexed, ...wordsOf(data)];
  if (from === undefined || to === undefined || last === undefined) return [];
  if (!isAddress(from) || !isAddress(to)) return [];
  const parties = { from: addressOf(from), to: addressOf(to), item: 0 };
  if (indexed.length === 3) return [{ form: "erc721", ...parties, tokenId: trim(last), value: ONE }];
  return [{ form: indexed.length === 2 ? "erc20" : "unlabelled", ...parties, value: trim(last) }];
}

/** TransferSingle(operator, from, to, id, value) */
function readSingle(words: readonly Uint8Array[], dataLength: number): TokenTransfer[] {
  const [, from, to, tokenId, value] = words;
  if (!from || !to || !tokenId || !value || words.length !== 5 || dataLength % WORD !== 0) return [];
  return [
    {
      form: "erc1155",
      from: addressOf(from),
      to: addressOf(to),
      tokenId: trim(tokenId),
      value: trim(value),
      item: 0,
    },
  ];
}

/** TransferBatch(operator, from, to, ids, values): two arrays after their offsets. */
function readBatch(indexed: readonly Uint8Array[], data: Uint8Array): TokenTransfer[] {
  const plain = 3 - indexed.length;
  const [, from, to] = [...indexed, ...wordsOf(data)];
  const ids = arrayAt(data, plain);
  const values = arrayAt(data, plain + 1);
  if (!from || !to || !ids || !values || ids.length !== values.length) return [];
  const parties = { from: addressOf(from), to: addressOf(to) };
  return ids.map((tokenId, item) => ({
    form: "erc1155",
    ...parties,
    tokenId: trim(tokenId),
    value: trim(values[item] ?? NOTHING),
    item,
  }));
}

const ONE = Uint8Array.of(1);
const NOTHING = new Uint8Array();

/** The words of the dynamic array whose offset is at word `place` of the data; undefined if it does not fit. */
function arrayAt(data: Uint8Array, place: number): Uint8Array[] | undefined {
  const words = wordsOf(data);
  const start = smallNumber(words[place]) / WORD;
  const count = smallNumber(words[start]);
  const array = words.slice(start + 1, start + 1 + count);
  return array.length === count ? array : undefined;
}

/** A word as a number; NaN if missing or too large for an array. */
function smallNumber(word: Uint8Array | undefined): number {
  const digits = word && trim(word);
  return digits && digits.length <= 4 ? digits.reduce((value, byte) => value * 256 + byte, 0) : Number.NaN;
}

function wordsOf(data: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.floor(data.length / WORD) }, (_, i) =>
    data.subarray(i * WORD, (i + 1) * WORD),
  );
}
