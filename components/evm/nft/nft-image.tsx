"use client";

import { useEffect, useRef, useState } from "react";
import { AskError, askJson } from "@/components/state/ask";
import { Icon } from "@/components/ui/icon";
import type { ShownImage } from "./metadata-state";

interface NftImageProps {
  image: ShownImage;
  /** What the token is called. */
  name: string;
}

/** The image of a token, or why there is none; of one that could not be had, what the API says. */
export function NftImage({ image, name }: NftImageProps) {
  const [failure, setFailure] = useState<string>();
  const drawn = useRef<HTMLImageElement>(null);
  const source = "source" in image ? image.source : undefined;
  useEffect(() => {
    // It may have failed before the page came to life.
    const { complete, naturalWidth } = drawn.current ?? { complete: false };
    if (source !== undefined && complete && naturalWidth === 0) void sayWhy(source).then(setFailure);
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
      onError={() => void sayWhy(source).then(setFailure)}
    />
  );
}

const UNKNOWN = "The image can’t be drawn";

/** Why the API has no image. */
async function sayWhy(source: string): Promise<string> {
  if (source.startsWith("data:")) return UNKNOWN;
  const error = await askJson(source).catch((error: unknown) => error);
  // Where there is an answer after all, it is an image that this browser does not draw.
  return error instanceof AskError && error.status !== 200 ? error.message : UNKNOWN;
}
