import { equalBytes, fromHex, toHex } from "../../avalanche/codec/bytes";
import { PRIMARY_NETWORK_ID, parseAddress, parseId } from "../../avalanche/ids";
import { MAX_ADDRESSES } from "../../contract/data/parameters";
import type { Network } from "../../contract/data/primary-network";
import { InputError } from "../../errors";
import { accountKey } from "../../store/rows/columns";
import { CHAINS, type Chain } from "./chains";

/** The served network, from the store. Ids are raw bytes. */
export interface ServedNetwork {
  id: number;
  /** Prefix of its addresses. */
  hrp: string;
  /** Its name in paths and `chainInfo`. */
  servedAs: Network;
  avaxAssetId: Uint8Array | undefined;
  xChainId: Uint8Array | undefined;
  cChainId: Uint8Array | undefined;
}

/**
 * The public API's name of a network: the operator's choice if there is one, else by id (every id but mainnet's is
 * fuji).
 */
export function publicName(networkId: number, chosen: Network | undefined): Network {
  return chosen ?? (networkId === 1 ? "mainnet" : "fuji");
}

/** Usual name of a network id. */
export function networkName(networkId: number): string {
  return NAMES[networkId] ?? `network ${networkId}`;
}

const LOCAL = "local";
const NAMES: Record<number, string> = { 1: "mainnet", 5: "fuji", 12345: LOCAL };

/**
 * Accepts `testnet` for fuji, and what else a network may be called: its id, and `local`.
 * @throws InputError NOT_FOUND when another network is served
 */
export function requireNetwork(network: ServedNetwork, name: string): void {
  if ((name === "testnet" ? "fuji" : name) === network.servedAs) return;
  if (name === String(network.id) || (name === LOCAL && name === NAMES[network.id])) return;
  throw new InputError(
    "NOT_FOUND",
    `this Firn serves ${network.servedAs} (network id ${network.id}), not ${name.slice(0, 80)}`,
  );
}

/**
 * The Primary Network chain with an alias or blockchain id.
 * @throws InputError NOT_FOUND when there is none
 */
export function requireChain(network: ServedNetwork, blockchainId: string): Chain {
  const chain = chainOf(network, blockchainId);
  if (chain !== undefined) return chain;
  throw new InputError("NOT_FOUND", `${blockchainId.slice(0, 80)} is not a chain of this Primary Network`);
}

/** For routes of the X-Chain only. @throws InputError BAD_PARAMETER for another chain, NOT_FOUND for none */
export function requireXChain(network: ServedNetwork, blockchainId: string): Chain {
  const chain = requireChain(network, blockchainId);
  if (chain === CHAINS.x) return chain;
  throw new InputError("BAD_PARAMETER", `blockchainId must be x-chain or its id, not ${chain.name}`);
}

function chainOf(network: ServedNetwork, blockchainId: string): Chain | undefined {
  const named = Object.values(CHAINS).find(({ name }) => name === blockchainId);
  if (named !== undefined) return named;
  const id = parseId(blockchainId);
  if (equalBytes(id, PRIMARY_NETWORK_ID)) return CHAINS.p;
  if (network.xChainId !== undefined && equalBytes(id, network.xChainId)) return CHAINS.x;
  if (network.cChainId !== undefined && equalBytes(id, network.cChainId)) return CHAINS.c;
  return undefined;
}

/**
 * The `addresses` parameter where it means owners of outputs: each 20 bytes, without duplicates, in the given order.
 * @throws InputError BAD_PARAMETER as `readAddresses`, also for `0x…`, which is not an owner
 */
export function readOwners(network: ServedNetwork, text: string, max = MAX_ADDRESSES): Uint8Array[] {
  return readItems(text, max, (item) => readOwner(network, item, ""));
}

/**
 * The `addresses` parameter of lists: keys of the address dictionary, without duplicates, in the given order. On the
 * C-Chain `0x…` is an account (`accountKey`); bech32 is an owner of outputs (20 bytes) on every chain.
 * @throws InputError BAD_PARAMETER naming the item and the accepted form; for a valid key with a wrong prefix it names
 * the right one
 */
export function readAddresses(network: ServedNetwork, chain: Chain, text: string): Uint8Array[] {
  const also = chain === CHAINS.c ? ", or 0x and 40 hex digits" : "";
  return readItems(text, MAX_ADDRESSES, (item) =>
    /^0x/i.test(item) ? readAccount(chain, item) : readOwner(network, item, also),
  );
}

function readItems(text: string, max: number, read: (item: string) => Uint8Array): Uint8Array[] {
  const items = text.split(",").map((item) => item.trim());
  if (items.length > max) throw refuse(`addresses must be at most ${max} addresses, not ${items.length}`);
  return [...new Map(items.map(read).map((address) => [toHex(address), address])).values()];
}

function readOwner(network: ServedNetwork, item: string, also: string): Uint8Array {
  const parsed = tryParse(item);
  if (parsed === undefined) {
    const form = `bech32 such as ${network.hrp}1…, with P-, X- or C- before it or without`;
    throw refuse(`addresses must be ${form}${also}, comma separated, not "${item.slice(0, 80)}"`);
  }
  if (parsed.hrp === network.hrp) return parsed.address;
  throw refuse(
    `addresses holds ${item}: this network's addresses begin with ${network.hrp}1, not ${parsed.hrp}1`,
  );
}

function readAccount(chain: Chain, item: string): Uint8Array {
  if (chain !== CHAINS.c)
    throw refuse(`addresses holds ${item.slice(0, 80)}: 0x addresses are looked up on c-chain only`);
  if (!/^0x[0-9a-f]{40}$/i.test(item))
    throw refuse(`addresses holds "${item.slice(0, 80)}": after 0x an address has 40 hex digits`);
  return accountKey(fromHex(item.toLowerCase()));
}

function tryParse(item: string): { hrp: string; address: Uint8Array } | undefined {
  try {
    return parseAddress(item);
  } catch {
    return undefined;
  }
}

function refuse(message: string): InputError {
  return new InputError("BAD_PARAMETER", message);
}
