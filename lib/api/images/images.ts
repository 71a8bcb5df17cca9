import type { z } from "zod";
import { type MediaLocation, readTokenUri } from "../../avalanche/evm/nft-metadata";
import type { Media, MediaAnswer } from "../../client/media";
import type { nftImage } from "../../contract/firn/nfts";
import { InputError } from "../../errors";
import type { Log } from "../../log";
import { Lru } from "../../lru";
import { Semaphore } from "../../mutex";
import { openImageCopies } from "./image-copies";
import { rasterTypeOf } from "./raster";

/** Images that tokens name. */
export interface Images {
  /** Schemes that may be fetched. */
  readonly schemes: Media["schemes"];
  /**
   * The image at a URI from somebody's metadata: embedded in it, from a copy, or fetched.
   * @throws InputError NOT_FOUND with the reason; RATE_LIMITED while too many other images are being fetched
   */
  read(uri: string): Promise<Image>;
  /** Aborts running fetches. */
  close(): void;
}

type Image = z.infer<typeof nftImage>;

export interface ImageOptions {
  /** Fetches at most `IMAGE_MEDIA.maxBytes`; undefined when the operator allows no fetching. */
  media: Media | undefined;
  /** Where copies are stored. Created when needed. */
  folder: string;
  /** Limit for all copies together. */
  maxBytes?: number;
  /** How long a request waits for a source. An image that arrives later is stored for the next request. */
  timeoutMs?: number;
  nowMs: () => number;
  log: Log;
}

/** Options of `Media` that differ from those for metadata: images are larger and arrive more slowly. */
export const IMAGE_MEDIA = {
  maxBytes: 8 * 1024 * 1024,
  timeoutMs: 20_000,
  accept: "image/avif, image/webp, image/png, image/jpeg, image/gif, */*;q=0.1",
} as const;

const MOST_COPIES_BYTES = 1024 ** 3;
/** Less than the ten seconds that the web waits for an answer. */
const TIMEOUT_MS = 8_000;
const FETCHED_AT_ONCE = 16;
const MOST_WAITING = 256;
/** How long a copy is current when its server may change the image. Content ids never change. */
const FRESH_MS = 24 * 60 * 60_000;
/** How long a failed source is not tried again. */
const RETRY_MS = 10 * 60_000;
const MOST_FAILURES = 10_000;
/** About the longest that browsers and servers accept. */
const LONGEST_URI = 2_000;

/** Opens nothing yet. */
export function openImages(options: ImageOptions): Images {
  const { media, timeoutMs = TIMEOUT_MS, nowMs, log } = options;
  const copies = openImageCopies(options.folder, options.maxBytes ?? MOST_COPIES_BYTES);
  const schemes = media?.schemes ?? [];
  const stop = new AbortController();
  const fetches = new Semaphore(FETCHED_AT_ONCE, { mostWaiting: MOST_WAITING, refuse: tooManyWait });
  const pending = new Map<string, Promise<Image>>();
  const failures = new Lru<string, { why: string; untilMs: number }>(MOST_FAILURES);

  const fetchImage = async (uri: string, place: MediaLocation): Promise<Image> => {
    const answer = await media?.read(place, stop.signal);
    const image = answer !== undefined && "document" in answer ? imageOf(answer.document) : undefined;
    if (image === undefined) {
      const why = explain(place, answer);
      failures.set(uri, { why, untilMs: nowMs() + RETRY_MS });
      throw noImage(why);
    }
    await copies
      .keep(uri, image.bytes)
      .catch((error: unknown) => log.warn("an image is not kept", { err: error }));
    return image;
  };

  const fetchOnce = (uri: string, place: MediaLocation): Promise<Image> => {
    const failed = failures.get(uri);
    if (failed !== undefined && nowMs() < failed.untilMs) throw noImage(failed.why);
    const fetching =
      pending.get(uri) ?? fetches.run(() => fetchImage(uri, place)).finally(() => pending.delete(uri));
    pending.set(uri, fetching);
    return within(timeoutMs, fetching);
  };

  return {
    schemes,
    async read(uri) {
      const place = readTokenUri(uri);
      if ("fault" in place) throw noImage("the image's address is malformed");
      if (place.scheme === "data") return imageOf(place.document) ?? refuseKind("the metadata has");
      if (uri.length > LONGEST_URI) throw noImage("the image's address is too long");
      if (!schemes.includes(place.scheme)) {
        throw noImage(`Firn does not fetch from ${sourceOf(place)}`, "FIRN_MEDIA lists the allowed sources");
      }
      const copy = await copies.find(uri);
      const copied = copy && imageOf(copy.bytes);
      if (copied && (place.scheme !== "http" || nowMs() - copy.madeAtMs < FRESH_MS)) return copied;
      try {
        return await fetchOnce(uri, place);
      } catch (error) {
        // An outdated copy is better than none.
        if (copied && error instanceof InputError) return copied;
        throw error;
      }
    },
    close: () => stop.abort(new InputError("NOT_FOUND", "Firn is stopping")),
  };
}

function imageOf(bytes: Uint8Array): Image | undefined {
  const type = rasterTypeOf(bytes);
  return type && { type, bytes };
}

/** The source as visitors may see it. Which gateway is used stays with the operator. */
function sourceOf(place: MediaLocation): string {
  return place.scheme === "http" ? new URL(place.url).host : `${place.scheme}:`;
}

function explain(place: MediaLocation, answer: MediaAnswer | undefined): string {
  const source = sourceOf(place);
  if (answer === undefined || "document" in answer) return `${source} gave ${OTHER_KIND}`;
  if (answer.fault === "METADATA_CONTENT_TOO_LARGE") return "the image is longer than 8 MiB";
  return answer.status === undefined ? `${source} did not answer` : `${source} answered ${answer.status}`;
}

const OTHER_KIND = "something other than PNG, JPEG, GIF, WebP or AVIF";

function refuseKind(who: string): never {
  throw noImage(`${who} ${OTHER_KIND}`);
}

function noImage(why: string, hint?: string): InputError {
  return new InputError("NOT_FOUND", why, hint === undefined ? {} : { hint });
}

/** Rejects after `timeoutMs`. The work continues. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = noImage("the image is still being fetched", "ask again in a few seconds");
    timer = setTimeout(() => reject(error), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tooManyWait(): InputError {
  return new InputError("RATE_LIMITED", `${MOST_WAITING} other images are being fetched`, {
    hint: "ask again in a minute",
  });
}
