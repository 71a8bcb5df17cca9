import type { z } from "zod";
import { formatId } from "../../avalanche/ids";
import { encodeUtxo, type Utxo, utxoId } from "../../avalanche/utxo/utxo";
import type { getUtxosOf } from "../../contract/node/utxos";
import type { Encoding } from "../../contract/node/wire";
import { InputError } from "../../errors";
import type { Aliases } from "../aliases";
import { type Addresses, findChain, within } from "../go/address";
import { readCb58Id } from "../go/cb58";
import { encodeBytes } from "../go/hex";
import type { UtxoCursor, UtxoPage, UtxoSet } from "../ledger/utxo-set";

/**
 * `getUTXOs`, shared by the APIs of P, X and C.
 * @source AvalancheGo vms/{platformvm,avm}/service.go
 */

type GetUtxos = ReturnType<typeof getUtxosOf>;

export interface UtxoSource {
  addresses: Addresses;
  chains: Aliases;
  /** The UTXOs of a chain, by its id's text: the asking chain's own, or what another exported to it. */
  from(blockchainId: string): UtxoSet;
  /** The asking chain's id, used if no source chain is named. Without it a source chain is required. */
  own?: string;
  /** Where a walk that found everything says to continue. By default: where it ended. */
  exhausted?: UtxoCursor;
}

const MAX_ADDRESSES = 1024;
const MAX_PAGE = 1024n;

/** @throws InputError in the node's words */
export function answerUtxos(
  source: UtxoSource,
  params: z.output<GetUtxos["params"]>,
): z.input<GetUtxos["result"]> {
  const { addresses, encoding, limit, startIndex } = params;
  if (addresses.length === 0) throw new InputError("BAD_PARAMETER", "no addresses provided");
  checkCount(addresses);
  const set = source.from(sourceChainOf(source, params.sourceChain));
  const owners = addresses.map((text) => source.addresses.parse(text));
  const size = Number(limit === 0n || limit > MAX_PAGE ? MAX_PAGE : limit);
  const page = set.page(owners, size, startOf(source, startIndex));
  return {
    numFetched: String(page.utxos.length),
    utxos: encodeUtxos(page.utxos, encoding),
    endIndex: endOf(source, page),
    encoding,
  };
}

/** @throws InputError for more addresses than `getUTXOs` takes */
export function checkCount(addresses: readonly string[]): void {
  if (addresses.length <= MAX_ADDRESSES) return;
  throw new InputError(
    "BAD_PARAMETER",
    `number of addresses given, ${addresses.length}, exceeds maximum, ${MAX_ADDRESSES}`,
  );
}

/** UTXOs as bytes in an encoding. @throws InputError for `json` */
export function encodeUtxos(utxos: readonly Utxo[], encoding: Encoding): string[] {
  return utxos.map((utxo) =>
    within(`couldn't encode UTXO ${formatId(utxoId(utxo.txId, utxo.outputIndex))} as ${encoding}`, () =>
      encodeBytes(encodeUtxo(utxo), encoding),
    ),
  );
}

/** A UTXO as the JSON of balances refers to it. The index is a bare number. */
export function referenceOf({ txId, outputIndex }: Utxo): { txID: string; outputIndex: number } {
  return { txID: formatId(txId), outputIndex };
}

/** Amounts by asset, ordered by the ids' texts, as Go writes maps. */
export function amountsByAsset(amounts: ReadonlyMap<string, bigint>): Record<string, string> {
  const entries = [...amounts].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([asset, amount]) => [asset, String(amount)]));
}

function sourceChainOf({ chains, own }: UtxoSource, name: string): string {
  if (name !== "")
    return within(`problem parsing source chainID ${JSON.stringify(name)}`, () => findChain(chains, name));
  if (own === undefined) throw new InputError("BAD_PARAMETER", "no source chain provided");
  return own;
}

function startOf(
  { addresses }: UtxoSource,
  { address, utxo }: { address: string; utxo: string },
): UtxoCursor | undefined {
  if (address === "" && utxo === "") return undefined;
  return {
    address: within(`couldn't parse start index address ${JSON.stringify(address)}`, () =>
      addresses.parse(address),
    ),
    utxoId: within("couldn't parse start index utxo", () => readCb58Id(utxo)),
  };
}

function endOf({ addresses, exhausted }: UtxoSource, { end, full }: UtxoPage) {
  const position = full ? end : (exhausted ?? end);
  return { address: addresses.format(position.address), utxo: formatId(position.utxoId) };
}
