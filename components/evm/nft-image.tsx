import { Icon } from "@/components/ui/icon";
import type { NftToken } from "@/lib/contract/data/nfts";
import { imageOf } from "./metadata-state";

/** The image of a token where its metadata hold it whole; nothing is ever loaded from elsewhere. */
export function NftImage({ token }: { token: NftToken }) {
  const image = imageOf(token);
  if ("why" in image)
    return (
      <span className="ph">
        <Icon name="ring" />
        {image.why}
      </span>
    );
  const name = token.metadata.name ?? `Token ${token.tokenId}`;
  // biome-ignore lint/performance/noImgElement: there is nothing to optimise in an image that stands in the page
  return <img src={image.source} alt={name} loading="lazy" decoding="async" />;
}
