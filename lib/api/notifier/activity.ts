import { fromHex } from "../../avalanche/codec/bytes";
import { formatAddress, parseAddress } from "../../avalanche/ids";
import { P_TXS } from "../../avalanche/p/txs";
import type { WatchedAddress } from "../../contract/alert-settings";
import type { CChainTransaction } from "../../contract/data/c-chain";
import type { PChainTransaction } from "../../contract/data/p-chain";
import type { Utxo } from "../../contract/data/utxo";
import type { XChainTransaction } from "../../contract/data/x-chain";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import type { HeightRange } from "../../store/bookkeeping/height-ranges";
import { findAddresses } from "../../store/queries/by-key";
import { listStreams } from "../../store/queries/stream";
import { listPTxsOfBlocks, listTxs } from "../../store/queries/tx";
import { heightOf, positionOf } from "../../store/rows/columns";
import type { RequestContext } from "../handler";
import { lagOf } from "../present/network/status";
import { CHAINS } from "../request/chains";
import { READ_TXS } from "../transactions/txs";

/** What an address has more or less of. */
export interface Moved {
  /** cb58 of an asset, or a token's contract; absent for an EVM chain's own coin. */
  id?: string | undefined;
  symbol?: string | undefined;
  /** Base units, negative if the address has less. */
  amount: bigint;
  /** Unknown for some tokens. */
  decimals?: number | undefined;
}

/** A transaction in which a watched address took part. */
export interface Happening {
  watched: WatchedAddress;
  position: number;
  /** As in addresses of pages. */
  segment: string;
  /** As in "on the P-Chain". */
  chain: string;
  txHash: string;
  /** A type, as the node's source names it; absent on EVM chains. */
  txType?: string | undefined;
  /** Whether it had no effect but its fee. */
  failed: boolean;
  height: number;
  /** Unix ms; undefined where nobody knows. */
  atMs: number | undefined;
  /** Without the fee that an EVM transaction's sender pays. */
  moved: Moved[];
  /** Tokens with an id that it got or gave. */
  nfts: number;
}

/** What was found before `next`, the first position that was not looked at. */
export interface Found {
  happenings: Happening[];
  next: number;
  /** Of an EVM chain: blocks whose inner calls are still to be told. */
  untraced?: HeightRange[];
}

/** Transactions that one look reads of a chain. */
export const MOST = 50;

type Letter = keyof typeof CHAINS;
export const LETTERS = Object.keys(CHAINS) as Letter[];

const REWARD = /^Reward\w*ValidatorTx$/;
const REWARD_TYPE_IDS: ReadonlySet<number> = new Set(
  P_TXS.filter(({ name }) => REWARD.test(name)).map(({ typeId }) => typeId),
);

/**
 * The position after all that the node has accepted, from which on a channel is told; undefined while that is not known. What is
 * indexed later of what was there before is no news.
 */
export async function beginOfChain(
  { db }: Pick<RequestContext, "db">,
  letter: Letter,
): Promise<number | undefined> {
  const stream = (await listStreams(db)).find(({ status }) => status.stream === CHAINS[letter].blockStream);
  const lag = stream && lagOf(stream.status, stream.checkpoint);
  return lag === undefined ? undefined : positionOf((stream?.checkpoint?.height ?? 0) + lag + 1, 0);
}

/** The position after everything that is decided; undefined before a chain has blocks. */
export async function endOfChain({ db }: RequestContext, letter: Letter): Promise<number | undefined> {
  const height = (await readCheckpoint(db, CHAINS[letter].blockStream))?.height;
  if (height === undefined) return undefined;
  // What a proposal does, the next block decides.
  const last = letter === "p" ? await listPTxsOfBlocks(db, { from: height, to: height }) : [];
  const isOpen = last.some(({ tx_type, outcome }) => REWARD_TYPE_IDS.has(tx_type) && outcome === null);
  return positionOf(isOpen ? height : height + 1, 0);
}

/** What addresses did on P, X or C, in order. On C these are its atomic transactions. */
export async function findOnChain(
  context: RequestContext,
  letter: Letter,
  { addresses, from, end }: { addresses: readonly WatchedAddress[]; from: number; end: number },
): Promise<Found> {
  const owners = addresses.flatMap((watched) => ownerOf(watched, letter, context.network.hrp));
  const rows = await findAddresses(
    context.db,
    owners.map(({ bytes }) => bytes),
  );
  const range = { from, below: end, order: "asc" as const };
  const addressIds = rows.map(({ id }) => id);
  const positions = await listTxs(context.db, {
    chain: CHAINS[letter].code,
    range,
    limit: MOST,
    addressIds,
  });
  const txs: readonly Tx[] = await READ_TXS[letter](context, positions);
  const happenings = txs.flatMap((tx, at) => {
    const sides = sidesOf(tx);
    const position = positions[at] ?? 0;
    const seconds = secondsOf(tx);
    return owners.flatMap(({ watched, spelling }): Happening[] => {
      const own = sides.filter(({ owners }) => owners.includes(spelling));
      if (own.length === 0) return [];
      return [
        {
          watched,
          position,
          segment: letter,
          chain: CHAINS[letter].title,
          txHash: tx.txHash,
          txType: tx.txType,
          failed: false,
          height: heightOf(position),
          nfts: 0,
          moved: sumsOf(own),
          atMs: seconds === undefined ? undefined : seconds * 1_000,
        },
      ];
    });
  });
  return { happenings, next: positions.length < MOST ? end : (positions.at(-1) ?? end) + 1 };
}

/**
 * An address as rows and as answers of a chain have it; none where it means another chain. A key has the same 20 bytes on
 * every network, whichever the address was written for.
 */
function ownerOf(watched: WatchedAddress, letter: Letter, hrp: string) {
  if (watched.address.startsWith("0x")) {
    const spelling = watched.address.toLowerCase();
    return letter === "c" ? [{ watched, bytes: fromHex(spelling), spelling }] : [];
  }
  const { address: bytes, chain } = parseAddress(watched.address);
  const isMeant = chain === undefined || chain.toLowerCase() === letter;
  return isMeant ? [{ watched, bytes, spelling: formatAddress(hrp, bytes) }] : [];
}

type Tx = PChainTransaction | XChainTransaction | CChainTransaction;

function secondsOf(tx: Tx): number | undefined {
  if ("blockTimestamp" in tx) return tx.blockTimestamp;
  return "timestamp" in tx ? tx.timestamp : undefined;
}

/** What one party of a transaction gives or gets. */
interface Side {
  /** As answers spell addresses; EVM accounts in lower case. */
  owners: readonly string[];
  asset: Utxo["asset"];
  /** 0 for what neither leaves the address nor comes to it. */
  sign: -1n | 0n | 1n;
}

/** Of a reward, stake that comes back was the owner's all the time; what is exported has left the chain. */
function sidesOf(tx: Tx): Side[] {
  const isReward = "txType" in tx && REWARD.test(tx.txType);
  const side = (utxo: Utxo | PChainTransaction["emittedUtxos"][number], sign: -1n | 1n): Side => {
    const isHere = utxo.createdOnChainId === utxo.consumedOnChainId;
    const counts = isHere && (!isReward || ("rewardType" in utxo && utxo.rewardType !== undefined));
    return { owners: utxo.addresses, asset: utxo.asset, sign: counts ? sign : 0n };
  };
  const account = (address: string, asset: Utxo["asset"], sign: -1n | 1n): Side => ({
    owners: [address.toLowerCase()],
    asset,
    sign,
  });
  return [
    ...("consumedUtxos" in tx ? tx.consumedUtxos.map((utxo) => side(utxo, -1n)) : []),
    ...("emittedUtxos" in tx ? tx.emittedUtxos.map((utxo) => side(utxo, 1n)) : []),
    ...("evmInputs" in tx
      ? tx.evmInputs.map(({ fromAddress, asset }) => account(fromAddress, asset, -1n))
      : []),
    ...("evmOutputs" in tx ? tx.evmOutputs.map(({ toAddress, asset }) => account(toAddress, asset, 1n)) : []),
  ];
}

function sumsOf(sides: readonly Side[]): Moved[] {
  const sums = new Map<string, Moved>();
  for (const { asset, sign } of sides) {
    const { assetId, symbol, denomination, amount } = asset;
    const sum = (sums.get(assetId)?.amount ?? 0n) + sign * BigInt(amount);
    sums.set(assetId, { id: assetId, symbol, decimals: denomination, amount: sum });
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0n);
}
