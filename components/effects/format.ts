import { CHAINS, type Chain } from "@/components/ui/chains";
import { quoteName } from "@/components/ui/name";
import { isAvax as isKnownAvax } from "@/lib/avalanche/avax";
import { equalBytes } from "@/lib/avalanche/codec/bytes";
import type { Owner, PChainOwner } from "@/lib/avalanche/effects";
import { formatAddress, formatId, formatNodeId, PRIMARY_NETWORK_ID } from "@/lib/avalanche/ids";
import { formatAmount, groupDigits, headTail, NARROW, plural } from "@/lib/words/format";
import type { NamedAsset, NetworkFacts } from "./tx-context";

/** `2,500 AVAX`; `2.5 “TOK”`; base units of an asset whose decimals Firn does not know. */
export function formatAssetAmount(amount: bigint, assetId: Uint8Array, network: NetworkFacts): string {
  if (isAvax(assetId, network)) return formatAvaxText(amount);
  const known = assetOf(assetId, network);
  return known === undefined
    ? `${groupDigits(amount)} of asset ${formatShortId(assetId)}`
    : `${formatAmount(amount, known.denomination)}\u00a0${quoteName(known.symbol)}`;
}

/** `AVAX`, `“Tester NFT family”`, or the short id. */
export function formatAsset(assetId: Uint8Array, network: NetworkFacts): string {
  if (isAvax(assetId, network)) return "AVAX";
  const known = assetOf(assetId, network);
  return known === undefined ? `asset ${formatShortId(assetId)}` : quoteName(known.name);
}

/** What Firn knows of an asset other than AVAX. */
export function assetOf(assetId: Uint8Array, network: NetworkFacts): NamedAsset | undefined {
  return network.assets?.find(({ id }) => equalBytes(id, assetId));
}

/** `2,500 AVAX` with all decimals and a full space that does not break, for running text. */
export function formatAvaxText(navax: bigint): string {
  return `${formatAmount(navax, 9)}\u00a0AVAX`;
}

/** Sums of several assets: `2 AVAX and 5 of asset 2pEPkY…kw5JbU`. */
export function formatAssetSums(sums: ReadonlyMap<string, AssetSum>, network: NetworkFacts): string {
  return formatList(
    [...sums.values()].map(({ assetId, amount }) => formatAssetAmount(amount, assetId, network)),
  );
}

export interface AssetSum {
  assetId: Uint8Array;
  amount: bigint;
}

/** Adds amounts by asset, in order of first appearance. The key is the asset's id as text. */
export function sumByAsset(parts: Iterable<AssetSum>): Map<string, AssetSum> {
  const sums = new Map<string, AssetSum>();
  for (const { assetId, amount } of parts) {
    const key = assetId.join();
    sums.set(key, { assetId, amount: (sums.get(key)?.amount ?? 0n) + amount });
  }
  return sums;
}

/** Without a known AVAX id every asset counts as AVAX, which is right for all networks without elastic subnets. */
export function isAvax(assetId: Uint8Array, network: NetworkFacts): boolean {
  return isKnownAvax(network, assetId) ?? true;
}

/** First six and last six characters of an id in cb58. */
export function formatShortId(id: Uint8Array): string {
  return headTail(formatId(id));
}

/** `NodeID-95w99A…`: enough to tell nodes apart in a row. */
export function formatShortNodeId(nodeId: Uint8Array): string {
  return `${formatNodeId(nodeId).slice(0, "NodeID-".length + 6)}…`;
}

/** `“kanton” (2gDTgH…octoBj)`, `subnet 2gDTgH…octoBj` without a known name, or `the primary network`. */
export function formatSubnet(subnetId: Uint8Array, { subnets }: NetworkFacts): string {
  if (equalBytes(subnetId, PRIMARY_NETWORK_ID)) return "the primary network";
  const name = subnets?.find(({ id }) => equalBytes(id, subnetId))?.name;
  const id = formatShortId(subnetId);
  return name === undefined ? `subnet ${id}` : `${quoteName(name)} (${id})`;
}

/** `C-Chain`, or the short id of a chain without a name. */
export function formatChain(chainId: Uint8Array, network: NetworkFacts): string {
  const named = network.chains.find((chain) => equalBytes(chain.id, chainId));
  return named?.name ?? `chain ${formatShortId(chainId)}`;
}

/** `P-avax1dq4f…p2e6vr`, with the letter of the chain it spends on. */
export function formatShortAddress(address: Uint8Array, { hrp }: NetworkFacts, chain: Chain = "p"): string {
  return headTail(`${CHAINS[chain].letter}-${formatAddress(hrp, address)}`);
}

/** `P-avax1dq4f…p2e6vr`, `2 of 3 owners`, or `nobody` where no one can ever sign. */
export function formatOwner(owner: Owner | PChainOwner, network: NetworkFacts, chain: Chain = "p"): string {
  const [first, ...more] = owner.addresses;
  if (first === undefined) return "nobody";
  if (more.length === 0) return formatShortAddress(first, network, chain);
  return `${owner.threshold} of ${owner.addresses.length} owners`;
}

/** Parts per million as a percentage: 20 000 is `2 %`. */
export function formatShares(shares: number): string {
  return `${formatAmount(BigInt(shares), 4)}${NARROW}%`;
}

const UNITS = [
  ["day", 86_400n],
  ["hour", 3_600n],
  ["minute", 60n],
  ["second", 1n],
] as const;

/** Seconds in words, at most two units, the second one rounded: `90 days`, `1 day 7 hours`. */
export function formatPeriod(seconds: bigint): string {
  const largest = UNITS.findIndex(([, size]) => seconds >= size);
  if (largest === -1) return "no time";
  const finest = UNITS[Math.min(largest + 1, UNITS.length - 1)]?.[1] ?? 1n;
  let rest = ((seconds + finest / 2n) / finest) * finest;
  const words: string[] = [];
  for (const [unit, size] of UNITS) {
    const count = rest / size;
    rest %= size;
    if (count > 0n) words.push(plural(count, unit));
  }
  return words.join(" ");
}

/** `a`, `a and b`, `a, b and c`. */
export function formatList(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join();
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
