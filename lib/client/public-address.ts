import { BlockList, isIP } from "node:net";

/**
 * Whether an address is reachable on the public internet: not of this machine or its networks, and not one that
 * translates to those.
 * @source IANA's registries of special-purpose IPv4 and IPv6 addresses
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !SPECIAL.check(address, "ipv4");
  return family === 6 && GLOBAL.check(address, "ipv6") && !SPECIAL.check(address, "ipv6");
}

/** Global unicast of IPv6. Excludes loopback, link-local, unique local, and mapped or translated IPv4 addresses. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet("2000::", 3, "ipv6");

const SPECIAL = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // carrier-grade NAT
  ["127.0.0.0", 8],
  ["169.254.0.0", 16], // link-local, including the metadata services of clouds
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3], // multicast, reserved, broadcast
] as const)
  SPECIAL.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["2001::", 23], // Teredo among others
  ["2001:db8::", 32],
  ["2002::", 16], // 6to4
  ["3fff::", 20],
] as const)
  SPECIAL.addSubnet(net, bits, "ipv6");
