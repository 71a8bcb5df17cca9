import type { FirnEvent } from "../../contract/firn/events";

/** Nothing on the way may keep or pack what is sent. */
export const EVENT_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
} as const;

/** How soon a browser connects again, ms. */
const RETRY_MS = 2_000;

/** Events as `text/event-stream`. A slow reader is not waited for: what comes meanwhile is told to it in fewer events. */
export function encodeEvents(events: AsyncIterable<FirnEvent | undefined>): ReadableStream<Uint8Array> {
  const iterator = events[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(`retry: ${RETRY_MS}\n\n`)),
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(textOf(value)));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** A comment while nothing happens. */
function textOf(event: FirnEvent | undefined): string {
  if (event === undefined) return ":\n\n";
  return `id: ${event.id}\nevent: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
}
