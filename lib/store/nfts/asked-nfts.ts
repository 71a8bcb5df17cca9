import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { StoreError } from "../../errors";

/**
 * Tokens whose metadata somebody asked to be read again. Only the indexer writes a chain's store: whoever asks leaves a
 * file in a folder beside it, and the indexer takes it from there.
 */
export interface AskedNft {
  /** Address of its contract. */
  contract: Uint8Array;
  tokenId: bigint;
}

/** A contract that is to be asked again what it is; it has a file of its own there. */
export interface AskedContract {
  contract: Uint8Array;
  tokenId?: undefined;
}

/** More than the indexer takes in minutes. */
const MOST_WAITING = 1_000;

/** Asks for a token, or for a contract. @returns false when too many wait already @throws StoreError STORE_FAILED */
export function askForNft(folder: string, evmChainId: string, asked: AskedNft | AskedContract): boolean {
  const box = boxOf(folder, evmChainId);
  try {
    mkdirSync(box, { recursive: true });
    if (readdirSync(box).length >= MOST_WAITING) return false;
    writeFileSync(join(box, nameOf(asked)), "");
    return true;
  } catch (cause) {
    throw new StoreError("STORE_FAILED", `${box} can't be written`, { cause });
  }
}

/** The tokens that are asked for now. */
export function listAskedNfts(folder: string, evmChainId: string): AskedNft[] {
  return namesIn(boxOf(folder, evmChainId)).flatMap((name) => {
    const [, contract, tokenId] = /^(0x[0-9a-f]{40})-(\d{1,78})$/.exec(name) ?? [];
    if (contract === undefined || tokenId === undefined) return [];
    return [{ contract: fromHex(contract), tokenId: BigInt(tokenId) }];
  });
}

/** The contracts that are asked for now. */
export function listAskedContracts(folder: string, evmChainId: string): Uint8Array[] {
  const names = namesIn(boxOf(folder, evmChainId));
  return names.flatMap((name) => (/^0x[0-9a-f]{40}$/.test(name) ? [fromHex(name)] : []));
}

/** Takes what was asked for, once it is done. */
export function takeAskedNft(folder: string, evmChainId: string, asked: AskedNft | AskedContract): void {
  rmSync(join(boxOf(folder, evmChainId), nameOf(asked)), { force: true });
}

function boxOf(folder: string, evmChainId: string): string {
  return join(folder, "asked", evmChainId);
}

function nameOf({ contract, tokenId }: AskedNft | AskedContract): string {
  return tokenId === undefined ? toHex(contract) : `${toHex(contract)}-${tokenId}`;
}

function namesIn(box: string): string[] {
  try {
    return readdirSync(box);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return []; // nobody ever asked
    throw error;
  }
}
