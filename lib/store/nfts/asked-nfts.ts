import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { StoreError } from "../../errors";

/** A request to read a token's metadata again. */
export interface AskedNft {
  /** Address of its contract. */
  contract: Uint8Array;
  tokenId: bigint;
}

/** A request to ask a contract again what it is. */
export interface AskedContract {
  contract: Uint8Array;
  tokenId?: undefined;
}

/** Requests of the API to a chain's indexer, which alone writes the chain's store. */
export interface Mailbox {
  /** @returns false when too many requests wait @throws StoreError STORE_FAILED */
  ask(asked: AskedNft | AskedContract): Promise<boolean>;
  /** Tokens with a waiting request. */
  nfts(): Promise<AskedNft[]>;
  /** Addresses of contracts with a waiting request. */
  contracts(): Promise<Uint8Array[]>;
  /** Removes a request that is done. */
  take(asked: AskedNft | AskedContract): Promise<void>;
}

/** More than the indexer handles in minutes. */
export const MOST_WAITING = 1_000;

/** A mailbox in a folder. Each request is an empty file whose name says everything. */
export function openMailbox(box: string): Mailbox {
  return {
    async ask(asked) {
      try {
        mkdirSync(box, { recursive: true });
        if (readdirSync(box).length >= MOST_WAITING) return false;
        writeFileSync(join(box, nameOf(asked)), "");
        return true;
      } catch (cause) {
        throw new StoreError("STORE_FAILED", `${box} can't be written`, { cause });
      }
    },
    async nfts() {
      return namesIn(box).flatMap((name) => nftOf(name) ?? []);
    },
    contracts: async () => namesIn(box).flatMap((name) => contractOf(name) ?? []),
    async take(asked) {
      rmSync(join(box, nameOf(asked)), { force: true });
    },
  };
}

/** A request as a name: it says everything. */
export function nameOf({ contract, tokenId }: AskedNft | AskedContract): string {
  return tokenId === undefined ? toHex(contract) : `${toHex(contract)}-${tokenId}`;
}

/** The token of a request; undefined for a request about a contract. */
export function nftOf(name: string): AskedNft | undefined {
  const [, contract, tokenId] = /^(0x[0-9a-f]{40})-(\d{1,78})$/.exec(name) ?? [];
  if (contract === undefined || tokenId === undefined) return undefined;
  return { contract: fromHex(contract), tokenId: BigInt(tokenId) };
}

/** The contract of a request; undefined for a request about a token. */
export function contractOf(name: string): Uint8Array | undefined {
  return /^0x[0-9a-f]{40}$/.test(name) ? fromHex(name) : undefined;
}

function namesIn(box: string): string[] {
  try {
    return readdirSync(box);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return []; // no request was ever made
    throw error;
  }
}
