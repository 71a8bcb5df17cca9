import { bech32, bech32m } from "@scure/base";
import { formatAddress, parseNodeId } from "../../avalanche/ids";
import { InputError } from "../../errors";
import type { Aliases } from "../aliases";

/**
 * Parses addresses of requests as the node's Go code does, with the same error messages.
 * @source AvalancheGo utils/formatting/address, vms/components/avax/addresses.go; btcutil bech32
 */

/** The addresses of one chain. */
export interface Addresses {
  /** 20 bytes, from bech32 after a chain's name or from plain cb58. @throws InputError in the node's words */
  parse(text: string): Uint8Array;
  format(address: Uint8Array): string;
}

/** @param chain the letter of the chain among `chains` */
export function openAddresses(chains: Aliases, chain: "P" | "X" | "C", hrp: string): Addresses {
  const parseLocal = (text: string): Uint8Array => {
    const dash = text.indexOf("-");
    if (dash < 0) throw inputError("no separator found in address");
    const decoded = decodeBech32(text.slice(dash + 1));
    const own = chains.find(chain);
    const other = findChain(chains, text.slice(0, dash));
    if (decoded.hrp !== hrp) throw inputError(`expected hrp "${hrp}" but got "${decoded.hrp}"`);
    checkLength(decoded.bytes);
    if (other !== own) throw inputError(`mismatched chainIDs: expected "${own}" but got "${other}"`);
    return decoded.bytes;
  };
  return {
    parse: (text) =>
      readShortId(text) ?? within(`couldn't parse address ${JSON.stringify(text)}`, () => parseLocal(text)),
    format: (address) => `${chain}-${formatAddress(hrp, address)}`,
  };
}

/** The id of the chain with this name. @throws InputError */
export function findChain(chains: Aliases, name: string): string {
  const id = chains.find(name);
  if (id === undefined) throw inputError(`there is no ID with alias: ${name}`);
  return id;
}

/** Runs `run` and puts `step` before the message of its error, as Go wraps errors. @throws InputError */
export function within<T>(step: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof InputError) throw new InputError(error.code, `${step}: ${error.message}`);
    throw error;
  }
}

function inputError(message: string): InputError {
  return new InputError("BAD_PARAMETER", message);
}

/** 20 bytes from plain cb58, as in node ids after their prefix; undefined for any other text. */
function readShortId(text: string): Uint8Array | undefined {
  try {
    return parseNodeId(`NodeID-${text}`);
  } catch {
    return undefined;
  }
}

function checkLength({ length }: Uint8Array): void {
  if (length !== 20) throw inputError(`invalid hash length: expected 20 bytes but got ${length}`);
}

const CHARSET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const CHECKSUM_LENGTH = 6;

function decodeBech32(text: string): { hrp: string; bytes: Uint8Array } {
  if (text.length < 8 || text.length > 90) throw inputError(`invalid bech32 string length ${text.length}`);
  const strange = /[^!-~]/.exec(text)?.[0];
  if (strange !== undefined) throw inputError(`invalid character in string: '${strange}'`);
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase())
    throw inputError("string not all lowercase or all uppercase");
  const one = lower.lastIndexOf("1");
  if (one < 1 || one + 7 > lower.length) throw inputError(`invalid separator index ${one}`);
  const hrp = lower.slice(0, one);
  const data = [...lower.slice(one + 1)];
  const unknown = data.find((character) => !CHARSET.includes(character));
  if (unknown !== undefined)
    throw inputError(`invalid character not part of charset: ${unknown.charCodeAt(0)}`);
  const words = data.slice(0, -CHECKSUM_LENGTH).map((character) => CHARSET.indexOf(character));
  checkChecksum(hrp, words, data.slice(-CHECKSUM_LENGTH).join(""));
  return { hrp, bytes: bytesOf(words) };
}

function checkChecksum(hrp: string, words: number[], given: string): void {
  const checksum = bech32.encode(hrp, words, false).slice(-CHECKSUM_LENGTH);
  if (given === checksum) return;
  // The node writes the second checksum into the buffer that still holds the first.
  const both = checksum + bech32m.encode(hrp, words, false).slice(-CHECKSUM_LENGTH);
  if (both.endsWith(given)) return;
  throw inputError(`invalid checksum (expected (bech32=${checksum}, bech32m=${both}), got ${given})`);
}

/** Groups of five bits to bytes. The rest fills one more byte, as in Go's converter. */
function bytesOf(words: readonly number[]): Uint8Array {
  const bits = words.map((word) => word.toString(2).padStart(5, "0")).join("");
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, "0"), 2));
}
