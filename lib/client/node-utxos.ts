import { fromHex, toHex } from "../avalanche/codec/bytes";
import { formatId, stripChecksum } from "../avalanche/ids";
import { decodeUtxo } from "../avalanche/utxo/utxo";
import { getUTXOs as getCUtxos } from "../contract/node/avax";
import { getUTXOs as getXUtxos } from "../contract/node/avm";
import { getUtxosOf } from "../contract/node/utxos";
import type { NodeClient } from "./node";
import type { PrimaryChain } from "./node-blocks";

/** UTXOs requested at once; the node returns no more. */
const PAGE = 1024;

const APIS = {
  P: { path: "/ext/bc/P", method: getUtxosOf("platform") },
  X: { path: "/ext/bc/X", method: getXUtxos },
  C: { path: "/ext/bc/C/avax", method: getCUtxos },
} as const;

/** Whose UTXOs on which chain. */
export interface ListedUtxos {
  chain: PrimaryChain;
  /** With the chain's letter. */
  address: string;
  /** cb58: what that chain exported to this one. Absent for the UTXOs of `chain` itself. */
  sourceChain?: string;
}

/**
 * Unspent UTXOs as a node lists them: hex by `txId/outputIndex`. `isAll` is false when there are more than `mostPages`
 * of 1,024.
 * @throws NodeError
 */
export async function listUtxos(
  node: Pick<NodeClient, "call">,
  { chain, address, sourceChain = "" }: ListedUtxos,
  { signal, mostPages = Number.POSITIVE_INFINITY }: { signal?: AbortSignal; mostPages?: number } = {},
): Promise<{ utxos: Map<string, string>; isAll: boolean }> {
  const { path, method } = APIS[chain];
  const found = new Map<string, string>();
  let startIndex: { address: string; utxo: string } | undefined;
  for (let page = 0; page < mostPages; page++) {
    const params = { addresses: [address], sourceChain, limit: PAGE, encoding: "hex", startIndex };
    const { utxos, endIndex } = await node.call(path, method, params, signal && { signal });
    const before = found.size;
    for (const utxo of utxos) {
      const bytes = stripChecksum(fromHex(utxo));
      const { txId, outputIndex } = decodeUtxo(bytes);
      found.set(`${formatId(txId)}/${outputIndex}`, toHex(bytes));
    }
    // A page with nothing new is the last one, however many UTXOs it has.
    if (utxos.length < PAGE || found.size === before) return { utxos: found, isAll: true };
    startIndex = endIndex;
  }
  return { utxos: found, isAll: false };
}
