import { decodeAbiParameters, parseAbiParameters } from "viem";
import { fromHex, toHex } from "../../codec/bytes";
import { mayDelegate, pushedSelectors } from "./opcodes";

/** How a contract finds the code that it runs as its own. */
export const PROXY_KINDS = ["EIP-1167", "EIP-1967", "beacon", "EIP-1822", "Safe", "diamond"] as const;
export type ProxyKind = (typeof PROXY_KINDS)[number];

/** What a contract's code and storage say of its target. Addresses are 20 bytes. */
export interface ProxyFacts {
  kind: ProxyKind;
  /** Absent for a beacon proxy, whose beacon names it, and for a diamond. */
  target?: Uint8Array;
  beacon?: Uint8Array;
  admin?: Uint8Array;
}

/** Slots in which proxies keep addresses. @source EIP-1967, EIP-1822, ZeppelinOS, Safe */
export const PROXY_SLOTS = {
  implementation: "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc",
  admin: "0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103",
  beacon: "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50",
  proxiable: "0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7",
  older: "0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3",
  first: `0x${"00".repeat(32)}`,
} as const;
export type ProxySlot = keyof typeof PROXY_SLOTS;

/** What a beacon is asked for. */
export const IMPLEMENTATION_CALL = fromHex("0x5c60da1b");
/** What a diamond is asked for, and has to have among its own functions. @source EIP-2535 */
export const FACETS_CALL = fromHex("0x7a0ed627");

/** `masterCopy()`, which a Safe's proxy answers by itself. */
const MASTER_COPY = "0xa619486e";

/** Code that does nothing but run another contract's: before its address, and after. */
const CLONES: readonly [before: string, after: string][] = [
  // EIP-1167, for addresses of any length without their leading zeros.
  ["363d3d373d3d3d363d", "5af43d82803e903d91602b57fd5bf3"],
  // Shorter ones of later libraries, with and without PUSH0.
  ["3d3d3d3d363d3d37363d", "5af43d3d93803e602a57fd5bf3"],
  ["365f5f375f5f365f", "5af43d5f5f3e5f3d91602a57fd5bf3"],
];

/** The contract whose code a minimal proxy runs; undefined if it is none. @source EIP-1167 */
export function cloneTarget(code: Uint8Array): Uint8Array | undefined {
  const hex = toHex(code).slice(2);
  for (const [before, after] of CLONES) {
    if (!hex.startsWith(before)) continue;
    const pushed = Number.parseInt(hex.slice(before.length, before.length + 2), 16) - 0x5f;
    const digits = hex.slice(before.length + 2, before.length + 2 + 2 * pushed);
    // Where the address is shorter, the jump's target is nearer.
    const rest = hex.slice(before.length + 2 + 2 * pushed);
    if (pushed < 1 || pushed > 20 || !isTail(rest, after, 20 - pushed)) continue;
    return fromHex(`0x${digits.padStart(40, "0")}`);
  }
  return undefined;
}

/** Whether code may be a proxy's, so that its storage is worth a look. */
export function mayBeProxy(code: Uint8Array): boolean {
  return cloneTarget(code) === undefined && mayDelegate(code);
}

/** @param wordOf a word of the contract's storage, 32 bytes */
export function readProxy(code: Uint8Array, wordOf: (slot: ProxySlot) => Uint8Array): ProxyFacts | undefined {
  const clone = cloneTarget(code);
  if (clone !== undefined) return { kind: "EIP-1167", target: clone };
  const at = (slot: ProxySlot) => addressIn(wordOf(slot));
  const admin = at("admin");
  const of = (kind: ProxyKind, place: Pick<ProxyFacts, "target" | "beacon">): ProxyFacts => ({
    kind,
    ...place,
    ...(admin && { admin }),
  });
  const target = at("implementation") ?? at("older");
  const beacon = at("beacon");
  if (target !== undefined) return of("EIP-1967", { target });
  if (beacon !== undefined) return of("beacon", { beacon });
  const proxiable = at("proxiable");
  if (proxiable !== undefined) return of("EIP-1822", { target: proxiable });
  const first = at("first");
  return first !== undefined && pushedMasterCopy(code) ? of("Safe", { target: first }) : undefined;
}

/** Part of a diamond: a contract, and the selectors of what it does for it, 0x hex. */
export interface Facet {
  address: Uint8Array;
  selectors: string[];
}

/** Reads the answer to `facets()`; undefined if it is not a diamond's. */
export function readFacets(returned: Uint8Array): Facet[] | undefined {
  try {
    const [facets] = decodeAbiParameters(parseAbiParameters("(address at, bytes4[] selectors)[]"), returned);
    const isDiamond = facets.some(({ selectors }) => selectors.includes(toHex(FACETS_CALL) as `0x${string}`));
    if (!isDiamond) return undefined;
    return facets.map(({ at, selectors }) => ({
      address: fromHex(at.toLowerCase()),
      selectors: [...selectors],
    }));
  } catch {
    // Whatever the library objects to: it is no list of facets.
    return undefined;
  }
}

/** The address in a word; undefined if it holds none. */
export function addressIn(word: Uint8Array): Uint8Array | undefined {
  const isAddress = word.length === 32 && word.subarray(0, 12).every((byte) => byte === 0);
  return isAddress && word.some((byte) => byte !== 0) ? word.slice(12) : undefined;
}

/** As a selector, or at the beginning of the word that Safe's assembly compares with. */
function pushedMasterCopy(code: Uint8Array): boolean {
  return pushedSelectors(code).has(MASTER_COPY) || toHex(code).includes(MASTER_COPY.slice(2).padEnd(64, "0"));
}

function isTail(rest: string, after: string, shorter: number): boolean {
  const at = after.indexOf("57fd5bf3") - 2;
  const jump = Number.parseInt(after.slice(at, at + 2), 16) - shorter;
  return rest.startsWith(after.slice(0, at) + jump.toString(16).padStart(2, "0") + after.slice(at + 2));
}
