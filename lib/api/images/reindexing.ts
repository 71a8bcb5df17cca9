import { InputError } from "../../errors";
import { Lru } from "../../lru";
import type { AskedContract, AskedNft } from "../../store/nfts/asked-nfts";
import type { Stores } from "../../store/stores";

/** Asks the indexer to read metadata of tokens again, or what contracts say of themselves. */
export interface Reindexing {
  /** @throws InputError RATE_LIMITED when it was asked within the hour, or too many wait @throws StoreError */
  ask(evmChainId: string, asked: AskedNft | AskedContract): Promise<void>;
}

const ONCE_MS = 60 * 60_000;
/** Tokens that are remembered; beyond that the first ones may be asked for again. */
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
          `a ${nft.tokenId === undefined ? "contract is asked" : "token's metadata are read"} again once an hour`,
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
