import type { TokenPage } from "@/components/list/use-rows";
import type { NftToken } from "@/lib/contract/data/nfts";

/** A token; in a list of one owner's, of an ERC-1155 token also how many they have. */
export type ListedNft = NftToken & { balance?: string | undefined };

/** As the API answers it: tokens of a collection, or those that one owner has of it. */
export interface NftPage extends TokenPage {
  tokens?: readonly ListedNft[];
  collectibleBalances?: readonly ListedNft[];
}

export function tokensOf({ tokens, collectibleBalances }: NftPage): readonly ListedNft[] {
  return tokens ?? collectibleBalances ?? [];
}
