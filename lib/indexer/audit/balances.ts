import { equalBytes, fromHex, toHex } from "../../avalanche/codec/bytes";
import type { Output } from "../../avalanche/effects";
import { formatAddress, formatId, PRIMARY_NETWORK_ID, stripChecksum } from "../../avalanche/ids";
import { decodeUtxo, encodeUtxo } from "../../avalanche/utxo/utxo";
import type { NodeClient } from "../../client/node";
import { getUTXOs as getCUtxos } from "../../contract/node/avax";
import { getAllBalances, getUTXOs as getXUtxos } from "../../contract/node/avm";
import { getStake } from "../../contract/node/platform-stakers";
import { getPlatformBalance, getUtxosOf } from "../../contract/node/utxos";
import type { LiveUtxo } from "../../store/queries/live-utxo";
import { CHAIN, type ChainCode, OUTPUT_TYPES, unpackBytes } from "../../store/rows/columns";
import type { NetworkIds } from "../rows/projection";

/** An address with all unspent UTXOs that it owns, alone or with others. */
export interface Holding {
  /** 20 bytes. */
  address: Uint8Array;
  utxos: readonly LiveUtxo[];
}

export interface AskOptions {
  node: NodeClient;
  network: NetworkIds;
  hrp: string;
  /** Unix seconds at which locks may be judged: a node uses its clock, a recorded one chain time. */
  instants: readonly bigint[];
  signal: AbortSignal;
}

/** Asks the node about one address and returns the differences to the store, as sentences. */
export type Question = (holding: Holding, options: AskOptions) => Promise<string[]>;

/** Amounts by asset id. */
type Sums = Record<string, bigint>;

/** `platform.getBalance`: amounts by asset in each category, and the UTXOs counted. */
export const askPBalance: Question = async ({ address, utxos }, { node, hrp, instants, signal }) => {
  const text = `P-${formatAddress(hrp, address)}`;
  const theirs = await node.call("/ext/bc/P", getPlatformBalance, { addresses: [text] }, { signal });
  const free = utxos.filter((utxo) => utxo.chain === CHAIN.p && utxo.destination === null && !isStaked(utxo));
  const at = instants.map((instant) => pSums(free, instant));
  const mine = at.find((sums) => differencesOf(sums, theirs).length === 0) ?? at[0];
  const ids = (list: readonly string[]) => [...list].sort().join(" ");
  const named = free.map((utxo) => `${formatId(utxo.tx_id ?? PRIMARY_NETWORK_ID)}/${utxo.output_index}`);
  const listed = (theirs.utxoIDs ?? []).map(({ txID, outputIndex }) => `${txID}/${outputIndex}`);
  return [
    ...differencesOf(mine ?? {}, theirs),
    ...(ids(named) === ids(listed) ? [] : [`utxoIDs: stored ${ids(named)}, node ${ids(listed)}`]),
  ].map((difference) => `${text} ${difference}`);
};

/** `platform.getStake`: amounts at stake, by asset. */
export const askStake: Question = async ({ address, utxos }, { node, hrp, network, signal }) => {
  const text = `P-${formatAddress(hrp, address)}`;
  const theirs = await node.call("/ext/bc/P", getStake, { addresses: [text] }, { signal });
  const stakeds = sumOf(utxos.filter(isStaked));
  const staked = stakeds[formatId(network.avaxAssetId)] ?? 0n;
  const differences = mapDifferences("stakeds", stakeds, theirs.stakeds);
  if (staked !== theirs.staked) differences.push(`staked: stored ${staked}, node ${theirs.staked}`);
  return differences.map((difference) => `${text} ${difference}`);
};

/** `avm.getAllBalances`: amounts by asset, shared UTXOs included. */
export const askXBalances: Question = async ({ address, utxos }, { node, hrp, network, signal }) => {
  const text = `X-${formatAddress(hrp, address)}`;
  const params = { address: text, includePartial: true };
  const { balances } = await node.call("/ext/bc/X", getAllBalances, params, { signal });
  const transfers = utxos.filter(
    ({ chain, destination, output_type }) =>
      chain === CHAIN.x && destination === null && OUTPUT_TYPES[output_type] === "secp256k1.transfer",
  );
  const avax = formatId(network.avaxAssetId);
  const theirs = balances.map(({ asset, balance }) => [asset === "AVAX" ? avax : asset, balance]);
  return mapDifferences("balances", sumOf(transfers), Object.fromEntries(theirs)).map(
    (difference) => `${text} ${difference}`,
  );
};

/** `getUTXOs` of each chain for each source chain: atomic memory in all directions, byte for byte. */
export const askAtomicMemory: Question = async ({ address, utxos }, options) => {
  const { network, hrp } = options;
  const ids = [PRIMARY_NETWORK_ID, network.xChainId, network.cChainId];
  const differences: string[] = [];
  for (const [to, { letter, path, method }] of UTXO_APIS.entries()) {
    const text = `${letter}-${formatAddress(hrp, address)}`;
    for (const [from, source] of ids.entries()) {
      if (from === to) continue;
      const mine = utxos.filter(
        ({ chain, destination }) =>
          chain === from && destination && equalBytes(destination, ids[to] ?? source),
      );
      const theirs = await listUtxos(options, { path, method, text, sourceChain: formatId(source) });
      const stored = new Map(mine.map((utxo) => [nameOf(utxo), bytesOf(utxo)]));
      for (const name of new Set([...stored.keys(), ...theirs.keys()])) {
        const [here, there] = [stored.get(name) ?? "none", theirs.get(name) ?? "none"];
        const where = `${text} utxo ${name} from ${UTXO_APIS[from as ChainCode]?.letter}`;
        if (here !== there) differences.push(`${where}: stored ${here}, node ${there}`);
      }
    }
  }
  return differences;
};

const UTXO_APIS = [
  { letter: "P", path: "/ext/bc/P", method: getUtxosOf("platform") },
  { letter: "X", path: "/ext/bc/X", method: getXUtxos },
  { letter: "C", path: "/ext/bc/C/avax", method: getCUtxos },
] as const;

/** UTXOs requested at once; the node returns no more. */
const PAGE = 1024;

/** All UTXOs of an address in atomic memory: hex by name. */
async function listUtxos(
  { node, signal }: AskOptions,
  {
    path,
    method,
    text,
    sourceChain,
  }: { path: string; method: (typeof UTXO_APIS)[number]["method"]; text: string; sourceChain: string },
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let startIndex: { address: string; utxo: string } | undefined;
  for (;;) {
    const params = { addresses: [text], sourceChain, limit: PAGE, encoding: "hex", startIndex };
    const { utxos, endIndex } = await node.call(path, method, params, { signal });
    const before = found.size;
    for (const utxo of utxos) {
      const bytes = stripChecksum(fromHex(utxo));
      const { txId, outputIndex } = decodeUtxo(bytes);
      found.set(`${formatId(txId)}/${outputIndex}`, toHex(bytes));
    }
    // A page with nothing new is the last one, however many UTXOs it has.
    if (utxos.length < PAGE || found.size === before) return found;
    startIndex = endIndex;
  }
}

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
    const [stored, answered] = [mine[asset] ?? 0n, theirs[asset] ?? 0n];
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
