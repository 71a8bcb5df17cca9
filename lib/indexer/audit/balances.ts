import { mayBeImportedBefore } from "../../avalanche/chain-clocks";
import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import type { Output } from "../../avalanche/effects";
import { formatAddress, formatId, PRIMARY_NETWORK_ID, parseId } from "../../avalanche/ids";
import { encodeUtxo } from "../../avalanche/utxo/utxo";
import type { NodeClient } from "../../client/node";
import { type ListedUtxos, listUtxos } from "../../client/node-utxos";
import { getAllBalances } from "../../contract/node/avm";
import { getStake } from "../../contract/node/platform-stakers";
import { getPlatformBalance } from "../../contract/node/utxos";
import type { PrimaryDb } from "../../store/db";
import type { LiveUtxo } from "../../store/queries/live-utxo";
import { findTx } from "../../store/queries/tx";
import { CHAIN, type ChainCode, OUTPUT_TYPES, unpackBytes } from "../../store/rows/columns";
import type { NetworkIds } from "../rows/projection";
import { gapOf, type Lacks, lacksOutputs } from "./lacks";

/** An address with all unspent UTXOs that it owns, alone or with others. */
export interface Holding {
  /** 20 bytes. */
  address: Uint8Array;
  utxos: readonly LiveUtxo[];
}

export interface AskOptions {
  node: NodeClient;
  /** The snapshot that is compared. */
  db: PrimaryDb;
  lacks: Lacks;
  network: NetworkIds;
  hrp: string;
  /** Unix seconds at which locks may be judged: a node uses its clock, a recorded one chain time. */
  instants: readonly bigint[];
  signal: AbortSignal;
}

/** What a comparison found. */
export interface Found {
  /** As sentences. */
  differences: string[];
  /** How many more there are that the missing part of the history explains. */
  explained?: number;
}

/** Asks the node about one address and returns the differences to the store. */
export type Question = (holding: Holding, options: AskOptions) => Promise<Found>;

/** Amounts by asset id. */
type Sums = Record<string, bigint>;

/** `platform.getBalance`: amounts by asset in each category, and the UTXOs counted. */
export const askPBalance: Question = async ({ address, utxos }, options) => {
  const { node, hrp, instants, signal, lacks } = options;
  const text = `P-${formatAddress(hrp, address)}`;
  const free = utxos.filter((utxo) => utxo.chain === CHAIN.p && utxo.destination === null && !isStaked(utxo));
  // Rewards, refunds and stakes that ended are the ledger's.
  if (!lacks.hasLedger)
    return compareUtxos(free, { chain: "P", address: text }, { ...options, isExplained: () => true });
  const theirs = await node.call("/ext/bc/P", getPlatformBalance, { addresses: [text] }, { signal });
  const at = instants.map((instant) => pSums(free, instant));
  const mine = at.find((sums) => differencesOf(sums, theirs).length === 0) ?? at[0];
  const ids = (list: readonly string[]) => [...list].sort().join(" ");
  const named = free.map((utxo) => `${formatId(utxo.tx_id ?? PRIMARY_NETWORK_ID)}/${utxo.output_index}`);
  const listed = (theirs.utxoIDs ?? []).map(({ txID, outputIndex }) => `${txID}/${outputIndex}`);
  const differences = [
    ...differencesOf(mine ?? {}, theirs),
    ...(ids(named) === ids(listed) ? [] : [`utxoIDs: stored ${ids(named)}, node ${ids(listed)}`]),
  ];
  return { differences: differences.map((difference) => `${text} ${difference}`) };
};

/** `platform.getStake`: amounts at stake, by asset. */
export const askStake: Question = async ({ address, utxos }, { node, hrp, network, signal }) => {
  const text = `P-${formatAddress(hrp, address)}`;
  const theirs = await node.call("/ext/bc/P", getStake, { addresses: [text] }, { signal });
  const stakeds = sumOf(utxos.filter(isStaked));
  const staked = stakeds[formatId(network.avaxAssetId)] ?? 0n;
  const differences = mapDifferences("stakeds", stakeds, theirs.stakeds);
  if (staked !== theirs.staked) differences.push(`staked: stored ${staked}, node ${theirs.staked}`);
  return { differences: differences.map((difference) => `${text} ${difference}`) };
};

/** `avm.getAllBalances`: amounts by asset, shared UTXOs included. */
export const askXBalances: Question = async ({ address, utxos }, options) => {
  const { node, hrp, network, signal, lacks } = options;
  const text = `X-${formatAddress(hrp, address)}`;
  if (lacksOutputs(lacks, CHAIN.x)) {
    const here = utxos.filter(({ chain, destination }) => chain === CHAIN.x && destination === null);
    // What is older than the first block may have been spent before it too.
    const isExplained = ({ position }: LiveUtxo) => gapOf(lacks, CHAIN.x) !== undefined && position < 0;
    return compareUtxos(here, { chain: "X", address: text }, { ...options, isExplained });
  }
  const params = { address: text, includePartial: true };
  const { balances } = await node.call("/ext/bc/X", getAllBalances, params, { signal });
  const transfers = utxos.filter(
    ({ chain, destination, output_type }) =>
      chain === CHAIN.x && destination === null && OUTPUT_TYPES[output_type] === "secp256k1.transfer",
  );
  const avax = formatId(network.avaxAssetId);
  const theirs = balances.map(({ asset, balance }) => [asset === "AVAX" ? avax : asset, balance]);
  const differences = mapDifferences("balances", sumOf(transfers), Object.fromEntries(theirs));
  return { differences: differences.map((difference) => `${text} ${difference}`) };
};

/** `getUTXOs` of each chain for each source chain: atomic memory in all directions, byte for byte. */
export const askAtomicMemory: Question = async ({ address, utxos }, options) => {
  const { network, hrp, lacks } = options;
  const ids = [PRIMARY_NETWORK_ID, network.xChainId, network.cChainId];
  const found: Required<Found> = { differences: [], explained: 0 };
  for (const to of CODES) {
    const text = `${LETTERS[to]}-${formatAddress(hrp, address)}`;
    const gap = gapOf(lacks, to);
    // It may have been imported in a block that is not stored.
    const isExplained = ({ time }: LiveUtxo) =>
      gap !== undefined && mayBeImportedBefore(time ?? undefined, gap.time);
    for (const from of CODES) {
      if (from === to) continue;
      const mine = utxos.filter(
        ({ chain, destination }) =>
          chain === from && destination && equalBytes(destination, ids[to] ?? PRIMARY_NETWORK_ID),
      );
      const listed = {
        chain: LETTERS[to],
        address: text,
        sourceChain: formatId(ids[from] ?? PRIMARY_NETWORK_ID),
      };
      const { differences, explained = 0 } = await compareUtxos(mine, listed, {
        ...options,
        isExplained,
        from,
      });
      found.differences.push(...differences);
      found.explained += explained;
    }
  }
  return found;
};

/** Stored UTXOs, and those that the node lists, byte for byte. */
async function compareUtxos(
  mine: readonly LiveUtxo[],
  listed: ListedUtxos,
  options: AskOptions & {
    /** Whether the missing part of the history explains that the node does not list it. */
    isExplained: (stored: LiveUtxo) => boolean;
    /** Default: the chain that lists them. */
    from?: ChainCode;
  },
): Promise<Found> {
  const {
    node,
    signal,
    lacks,
    isExplained,
    from = CODES[LETTERS.indexOf(listed.chain)] ?? CHAIN.p,
  } = options;
  const { utxos: theirs } = await listUtxos(node, listed, { signal });
  const stored = new Map(mine.map((utxo) => [nameOf(utxo), utxo]));
  const differences: string[] = [];
  let explained = 0;
  for (const name of new Set([...stored.keys(), ...theirs.keys()])) {
    const [row, there = "none"] = [stored.get(name), theirs.get(name)];
    const here = row === undefined ? "none" : bytesOf(row);
    if (here === there) continue;
    const isPartial =
      row === undefined
        ? lacksOutputs(lacks, from) && (await isUnknown(name, { ...options, from }))
        : there === "none" && isExplained(row);
    if (isPartial) explained += 1;
    else
      differences.push(`${listed.address} utxo ${name} from ${LETTERS[from]}: stored ${here}, node ${there}`);
  }
  return { differences, explained };
}

/** Whether the store can't know an output: nothing stored has created it, or it is what only the ledger knows. */
async function isUnknown(
  name: string,
  { db, lacks, from }: Pick<AskOptions, "db" | "lacks"> & { from: ChainCode },
): Promise<boolean> {
  if (from === CHAIN.p && !lacks.hasLedger) return true;
  return (await findTx(db, from, parseId(name.split("/")[0] ?? ""))) === undefined;
}

const LETTERS = ["P", "X", "C"] as const;
const CODES = Object.values(CHAIN);

function isStaked({ chain, staked, released_position }: LiveUtxo): boolean {
  return chain === CHAIN.p && staked && released_position === null;
}

function pSums(utxos: readonly LiveUtxo[], instant: bigint): Record<string, Sums> {
  const of = (category: string) =>
    sumOf(utxos.filter((utxo) => category === "balances" || categoryOf(utxo, instant) === category));
  const categories = ["balances", "unlockeds", "lockedStakeables", "lockedNotStakeables"];
  return Object.fromEntries(categories.map((category) => [category, of(category)]));
}

/** @source avalanchego vms/platformvm/service.go GetBalance */
function categoryOf({ locktime, stakeable_locktime }: LiveUtxo, instant: bigint): string {
  if (locktime > instant) return "lockedNotStakeables";
  return (stakeable_locktime ?? 0n) > instant ? "lockedStakeables" : "unlockeds";
}

function sumOf(utxos: readonly LiveUtxo[]): Sums {
  const sums: Sums = {};
  for (const { asset_id, amount } of utxos) {
    const asset = formatId(asset_id);
    sums[asset] = (sums[asset] ?? 0n) + amount;
  }
  return sums;
}

function differencesOf(mine: Record<string, Sums>, theirs: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(mine).flatMap(([field, sums]) =>
    mapDifferences(field, sums, theirs[field] as Readonly<Sums>),
  );
}

function mapDifferences(field: string, mine: Readonly<Sums>, theirs: Readonly<Sums>): string[] {
  const assets = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  return [...assets].flatMap((asset) => {
    const stored = mine[asset] ?? 0n;
    const answered = theirs[asset] ?? 0n;
    return stored === answered ? [] : [`${field} of ${asset}: stored ${stored}, node ${answered}`];
  });
}

function nameOf({ tx_id, output_index }: LiveUtxo): string {
  return `${formatId(tx_id ?? PRIMARY_NETWORK_ID)}/${output_index}`;
}

function bytesOf(row: LiveUtxo): string {
  const output: Output = {
    outputType: OUTPUT_TYPES[row.output_type] ?? "secp256k1.transfer",
    assetId: row.asset_id,
    amount: row.amount,
    owner: { locktime: row.locktime, threshold: row.threshold, addresses: unpackBytes(row.owners, 20) },
    ...(row.stakeable_locktime !== null && { stakeableLocktime: row.stakeable_locktime }),
    ...(row.group_id !== null && { groupId: row.group_id }),
    ...(row.payload !== null && { payload: row.payload }),
  };
  return toHex(encodeUtxo({ txId: row.tx_id ?? PRIMARY_NETWORK_ID, outputIndex: row.output_index, output }));
}
