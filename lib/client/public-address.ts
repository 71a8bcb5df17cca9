import { BlockList, isIP, type LookupFunction } from "node:net";

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

/**
 * Whether an address is link-local or a metadata service of a cloud, which tells secrets to whoever asks from its machine.
 * @source the documentation of AWS, Google Cloud, Azure and Alibaba Cloud
 */
export function isLinkLocal(address: string): boolean {
  return LINK_LOCAL.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** A look-up that returns allowed addresses only: as the connection's own, it leaves no moment for another answer. */
export function allowedOnly(lookup: LookupFunction, isAllowed: (address: string) => boolean): LookupFunction {
  return (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "");
      const addresses = typeof found === "string" ? [] : found.filter(({ address }) => isAllowed(address));
      const [first] = addresses;
      if (first === undefined) {
        const what = isAllowed === isPublicAddress ? "public" : "allowed";
        return callback(new Error(`${host} has no ${what} address`), "");
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
}

const LINK_LOCAL = new BlockList();
LINK_LOCAL.addSubnet("169.254.0.0", 16, "ipv4");
LINK_LOCAL.addAddress("100.100.100.200", "ipv4");
LINK_LOCAL.addAddress("168.63.129.16", "ipv4");
LINK_LOCAL.addSubnet("fe80::", 10, "ipv6");
LINK_LOCAL.addAddress("fd00:ec2::254", "ipv6");
// translated IPv4 addresses: of 169.254.0.0/16
LINK_LOCAL.addSubnet("64:ff9b::a9fe:0", 112, "ipv6");

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
