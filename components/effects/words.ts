import { CHAINS, type Chain } from "@/components/ui/chains";
import { formatAmount, groupDigits, headTail, NARROW, plural } from "@/components/ui/format";
import { equalBytes } from "@/lib/avalanche/codec/bytes";
import type { Owner, PChainOwner } from "@/lib/avalanche/effects";
import { formatAddress, formatId, formatNodeId, PRIMARY_NETWORK_ID } from "@/lib/avalanche/ids";
import type { NamedAsset, NetworkFacts, Phrase } from "./scene";

/** The verb in both tenses before the same words. */
export function tell(present: string, past: string, rest: string): Phrase {
  return { present: `${present} ${rest}`, past: `${past} ${rest}` };
}

/** `2,500 AVAX`; `2.5 “TOK”`; of an asset Firn does not know base units, since nobody says its decimals. */
export function sayAmount(amount: bigint, assetId: Uint8Array, network: NetworkFacts): string {
  if (isAvax(assetId, network)) return sayAvax(amount);
  const known = assetOf(assetId, network);
  return known === undefined
    ? `${groupDigits(amount)} of asset ${sayId(assetId)}`
    : `${formatAmount(amount, known.denomination)}\u00a0“${known.symbol}”`;
}

/** `AVAX`, `“Tester NFT family”`, or the short id. */
export function sayAsset(assetId: Uint8Array, network: NetworkFacts): string {
  if (isAvax(assetId, network)) return "AVAX";
  const known = assetOf(assetId, network);
  return known === undefined ? `asset ${sayId(assetId)}` : `“${known.name}”`;
}

/** What Firn knows of an asset that is not AVAX. */
export function assetOf(assetId: Uint8Array, network: NetworkFacts): NamedAsset | undefined {
  return network.assets?.find(({ id }) => equalBytes(id, assetId));
}

/** `2,500 AVAX`, every decimal; a full space in running text, but one that does not break. */
export function sayAvax(navax: bigint): string {
  return `${formatAmount(navax, 9)}\u00a0AVAX`;
}

/** Sums of several assets: `2 AVAX and 5 of asset 2pEPkY…kw5JbU`. */
export function saySums(sums: ReadonlyMap<string, AssetSum>, network: NetworkFacts): string {
  return sayList([...sums.values()].map(({ assetId, amount }) => sayAmount(amount, assetId, network)));
}

export interface AssetSum {
  assetId: Uint8Array;
  amount: bigint;
}

/** Adds amounts by asset, in the order of first appearance. The key is the asset's id as text. */
export function sumByAsset(parts: Iterable<AssetSum>): Map<string, AssetSum> {
  const sums = new Map<string, AssetSum>();
  for (const { assetId, amount } of parts) {
    const key = assetId.join();
    sums.set(key, { assetId, amount: (sums.get(key)?.amount ?? 0n) + amount });
  }
  return sums;
}

/** Without a known AVAX id every asset counts as AVAX: true of all networks but those with elastic subnets. */
export function isAvax(assetId: Uint8Array, network: NetworkFacts): boolean {
  return network.avaxAssetId === undefined || equalBytes(assetId, network.avaxAssetId);
}

/** First six and last six characters of an id. */
export function sayId(id: Uint8Array): string {
  return headTail(formatId(id));
}

/** `NodeID-95w99A…`: enough to tell nodes apart in a row. */
export function sayNode(nodeId: Uint8Array): string {
  return `${formatNodeId(nodeId).slice(0, "NodeID-".length + 6)}…`;
}

/** `subnet 2gDTgH…octoBj`, or `the primary network`. */
export function saySubnet(subnetId: Uint8Array): string {
  return equalBytes(subnetId, PRIMARY_NETWORK_ID) ? "the primary network" : `subnet ${sayId(subnetId)}`;
}

/** `C-Chain`, or the short id of a chain without a name. */
export function sayChain(chainId: Uint8Array, network: NetworkFacts): string {
  const named = network.chains.find((chain) => equalBytes(chain.id, chainId));
  return named?.name ?? `chain ${sayId(chainId)}`;
}

/** `P-avax1dq4f…p2e6vr`, with the letter of the chain one spends on. */
export function sayAddress(address: Uint8Array, { hrp }: NetworkFacts, chain: Chain = "p"): string {
  return headTail(`${CHAINS[chain].letter}-${formatAddress(hrp, address)}`);
}

/** `P-avax1dq4f…p2e6vr`, `2 of 3 owners`, or `nobody` (no one can ever sign for it). */
export function sayOwner(owner: Owner | PChainOwner, network: NetworkFacts, chain: Chain = "p"): string {
  const [first, ...more] = owner.addresses;
  if (first === undefined) return "nobody";
  if (more.length === 0) return sayAddress(first, network, chain);
  return `${owner.threshold} of ${owner.addresses.length} owners`;
}

/** Parts per million as a percentage: 20 000 is `2 %`. */
export function saySharesPpm(shares: number): string {
  return `${formatAmount(BigInt(shares), 4)}${NARROW}%`;
}

const UNITS = [
  ["day", 86_400n],
  ["hour", 3_600n],
  ["minute", 60n],
  ["second", 1n],
] as const;

/** A length of time in words, two units at most, the second rounded: `90 days`, `1 day 7 hours`. */
export function sayDuration(seconds: bigint): string {
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
export function sayList(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join();
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
