import { isAvax } from "./avax";
import type { Format } from "./codec/layout";
import { formatAddress, formatId } from "./ids";

/** Unix seconds as `20 Nov 2026, 14:31:36 UTC`; the bare number if it is beyond any calendar date. */
export function showTime(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return showInteger(seconds);
  const [, day, month, year, time] = date.toUTCString().split(" ");
  return `${Number(day)} ${month} ${Number(year)}, ${time} UTC`;
}

/** Grouped by thousands: `27,104,555`. */
export function showInteger(value: bigint | number): string {
  return value.toString().replace(/\B(?=(\d{3})+$)/g, ",");
}

/** nAVAX as AVAX, without trailing zeros: `2,500 AVAX`, `24.950078614 AVAX`. */
export function showNavax(navax: bigint): string {
  const fraction = (navax % NAVAX_PER_AVAX).toString().padStart(9, "0").replace(/0+$/, "");
  return `${showInteger(navax / NAVAX_PER_AVAX)}${fraction === "" ? "" : `.${fraction}`} AVAX`;
}

/** An amount of the asset in `format`: AVAX in AVAX, others in base units with the shortened asset id. */
export function showAmount(amount: bigint, { assetId, avaxAssetId }: Format): string {
  const inNavax = assetId === undefined || (isAvax({ avaxAssetId }, assetId) ?? true);
  return inNavax ? showNavax(amount) : `${showInteger(amount)} units of ${shorten(formatId(assetId))}`;
}

/** An address with its chain, in full: `P-avax1…`. */
export function showAddress(address: Uint8Array, format: Format): string {
  return `${format.chain}-${formatAddress(format.hrp, address)}`;
}

/** `1 of 2, P-avax1dq4fsn…`: signatures needed, number of owners, and the first owner, shortened. */
export function showOwners(threshold: number, addresses: Uint8Array[], format: Format): string {
  const [first] = addresses;
  const who = first === undefined ? "" : `, ${shortAddress(first, format)}`;
  return `${threshold} of ${addresses.length}${who}`;
}

/** Recipients for the line of an output: `P-avax1dq4fsn…`, `P-avax1dq4fsn… and 2 more`, `nobody`. */
export function showRecipients(addresses: Uint8Array[], format: Format): string {
  const [first, ...others] = addresses;
  if (first === undefined) return "nobody";
  return shortAddress(first, format) + (others.length > 0 ? ` and ${others.length} more` : "");
}

/** `0x20 BanffStandardBlock` */
export function showTypeId(typeId: number, name: string): string {
  return `0x${typeId.toString(16).padStart(2, "0")} ${name}`;
}

/** `1 mainnet`, `5 fuji`, otherwise the bare number. */
export function showNetwork(networkId: number): string {
  const name = networkId === 1 ? " mainnet" : networkId === 5 ? " fuji" : "";
  return `${networkId}${name}`;
}

/** The first 8 characters of an id's text. */
export function shorten(text: string): string {
  return `${text.slice(0, 8)}…`;
}

const NAVAX_PER_AVAX = 1_000_000_000n;

function shortAddress(address: Uint8Array, format: Format): string {
  const characters = `${format.chain}-${format.hrp}1`.length + 7;
  return `${showAddress(address, format).slice(0, characters)}…`;
}
