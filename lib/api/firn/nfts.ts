import type { NftMetadata } from "../../avalanche/evm/nft-metadata";
import type * as contract from "../../contract/firn/nfts";
import { InputError } from "../../errors";
import { readNftMetadata } from "../../store/queries/evm/nft-metadata";
import type { Handler } from "../handler";
import { requireNft } from "../nfts";

export const getNftImage: Handler<typeof contract.getNftImage> = async ({ params, readEvm, service }) => {
  const uri = await readEvm(params.chainId, async (context) => {
    const { id } = await requireNft(context, params);
    const [read] = await readNftMetadata(context.db, [id]);
    const { imageUri }: NftMetadata = JSON.parse(read?.metadata ?? "{}");
    if (imageUri !== undefined) return imageUri;
    throw new InputError(
      "NOT_FOUND",
      `token ${params.tokenId} names no image: its metadata are ${read?.status ?? "UNINDEXED"}`,
    );
  });
  return service.images.read(uri);
};
