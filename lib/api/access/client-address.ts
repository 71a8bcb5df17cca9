import { BlockList, isIP, SocketAddress } from "node:net";

/** Who asks from this machine itself, not through a proxy on it. */
export const THIS_MACHINE = "this machine";

/** Addresses of proxies that say for whom they ask. */
export interface TrustedProxies {
  has(address: string): boolean;
}

const LOOPBACK = openTrustedProxies(["127.0.0.0/8", "::1"]);

/** @param list addresses and CIDR ranges, as `FIRN_TRUSTED_PROXIES` checks them */
export function openTrustedProxies(list: readonly string[]): TrustedProxies {
  const trusted = new BlockList();
  for (const item of list) {
    const [address = "", bits] = item.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return { has: (address) => trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4") };
}

/** Whether a connection comes from a trusted proxy. */
export function isProxy(peer: string | undefined, trusted: TrustedProxies): boolean {
  const address = readAddress(peer ?? "");
  return address !== undefined && trusted.has(address);
}

/**
 * Who a request is counted for: an IPv4 address, the /64 of an IPv6 address (one connection has all of it), or this
 * machine itself. `x-forwarded-for` is believed from trusted proxies only, from the right: each adds whom it heard, and
 * the first that is no trusted proxy is the client. Whatever stands to its left, the client may have written.
 */
export function clientOf(
  { peer, forwardedFor }: { peer: string | undefined; forwardedFor: string | undefined },
  trusted: TrustedProxies,
): string {
  const first = readAddress(peer ?? "");
  if (first === undefined) return "unknown";
  if (forwardedFor === undefined) return LOOPBACK.has(first) ? THIS_MACHINE : network(first);
  let client = first;
  for (const item of forwardedFor.split(",").reverse()) {
    if (!trusted.has(client)) break;
    const before = readAddress(item.trim());
    if (before === undefined) break;
    client = before;
  }
  return network(client);
}

/** An address in the one form of its family, without port, zone or mapping of IPv4; undefined for any other text. */
function readAddress(text: string): string | undefined {
  const [, inBrackets, withPort] = /^\[([^\]]*)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? [];
  const plain = (inBrackets ?? withPort ?? text).replace(/%.*$/, "");
  const family = isIP(plain);
  if (family !== 6) return family === 4 ? plain : undefined;
  const { address } = new SocketAddress({ address: plain, family: "ipv6" });
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

function network(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail = ""] = address.split("::");
  const [before, after] = [head, tail].map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array.from({ length: 8 - (before?.length ?? 0) - (after?.length ?? 0) }, () => "0");
  const groups = [...(before ?? []), ...zeros, ...(after ?? [])];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
