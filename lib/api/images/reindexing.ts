import { InputError } from "../../errors";
import { Lru } from "../../lru";
import type { AskedContract, AskedNft } from "../../store/nfts/asked-nfts";
import type { Stores } from "../../store/stores";

/** Requests that the indexer read a token's metadata, or a contract's facts, again. */
export interface Reindexing {
  /**
   * @throws InputError RATE_LIMITED when it was requested within the hour, or too many requests wait @throws StoreError
   */
  ask(evmChainId: string, asked: AskedNft | AskedContract): Promise<void>;
}

const ONCE_MS = 60 * 60_000;
/** Most requests that are remembered. Beyond it the oldest may be repeated sooner. */
const MOST_REMEMBERED = 10_000;

export function openReindexing(stores: Stores, nowMs: () => number): Reindexing {
  const asked = new Lru<string, number>(MOST_REMEMBERED);
  return {
    async ask(evmChainId, nft) {
      const key = `${evmChainId}/${Buffer.from(nft.contract).toString("hex")}/${nft.tokenId}`;
      const leftMs = (asked.get(key) ?? -ONCE_MS) + ONCE_MS - nowMs();
      if (leftMs > 0) {
        throw new InputError(
          "RATE_LIMITED",
          `a ${nft.tokenId === undefined ? "contract is read" : "token's metadata is read"} again once an hour`,
          {
            hint: `ask again in ${Math.ceil(leftMs / 60_000)} min`,
          },
        );
      }
      if (!(await stores.mailbox(evmChainId).ask(nft))) {
        throw new InputError("RATE_LIMITED", "too many tokens wait to be read again", {
          hint: "ask again later",
        });
      }
      asked.set(key, nowMs());
    },
  };
}
