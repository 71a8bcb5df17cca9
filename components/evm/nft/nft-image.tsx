"use client";

import { useEffect, useRef, useState } from "react";
import { AskError, askJson } from "@/components/state/ask";
import { Icon } from "@/components/ui/icon";
import type { ShownImage } from "./metadata-state";

interface NftImageProps {
  image: ShownImage;
  /** Name of the token. */
  name: string;
}

/** The image of a token, or why there is none. If loading fails, it shows the API's reason. */
export function NftImage({ image, name }: NftImageProps) {
  const [failure, setFailure] = useState<string>();
  const drawn = useRef<HTMLImageElement>(null);
  const source = "source" in image ? image.source : undefined;
  useEffect(() => {
    // Loading may have failed before hydration.
    const { complete, naturalWidth } = drawn.current ?? { complete: false };
    if (source !== undefined && complete && naturalWidth === 0)
      void explainMissingImage(source).then(setFailure);
  }, [source]);
  if (source === undefined || failure !== undefined)
    return (
      <span className="grid justify-items-center gap-2 p-4 text-hint wrap-anywhere">
        <Icon name={"icon" in image ? image.icon : "bad"} />
        {failure ?? ("why" in image && image.why)}
      </span>
    );
  return (
    // biome-ignore lint/performance/noImgElement: a copy is passed on as it is
    <img
      ref={drawn}
      className="size-full object-contain"
      src={source}
      alt={name}
      loading="lazy"
      decoding="async"
      onError={() => void explainMissingImage(source).then(setFailure)}
    />
  );
}

const UNKNOWN = "This image can’t be shown";

/** Asks the API why it has no image. */
async function explainMissingImage(source: string): Promise<string> {
  if (source.startsWith("data:")) return UNKNOWN;
  const error = await askJson(source).catch((error: unknown) => error);
  // The API has an image, but this browser cannot show it.
  return error instanceof AskError && error.status !== 200 ? error.message : UNKNOWN;
}
