import { expect } from "vitest";
import type { FirnEvent } from "../contract/firn/events";

/** A reader of server-sent events. */
export interface EventReader {
  /** All that came. */
  events: FirnEvent[];
  response: Response;
  /** Waits until what came passes. */
  until(test: (events: readonly FirnEvent[]) => boolean): Promise<void>;
  close(): void;
}

/** Follows the events of an API after an id, given as a browser does. */
export async function readEvents(url: string, after?: string): Promise<EventReader> {
  const stop = new AbortController();
  const headers = { accept: "text/event-stream", ...(after !== undefined && { "last-event-id": after }) };
  const response = await fetch(`${url}/firn/v1/events`, { signal: stop.signal, headers });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const events: FirnEvent[] = [];
  const reading = (async () => {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const whole = text.split("\n\n");
      text = whole.pop() ?? "";
      for (const block of whole) {
        const fields = new Map(
          block.split("\n").map((line) => [line.split(": ", 1)[0] ?? "", line.replace(/^\w*: ?/, "")]),
        );
        const id = fields.get("id");
        const event = fields.get("event");
        const data = fields.get("data");
        if (data !== undefined) events.push({ id, event, data: JSON.parse(data) } as FirnEvent);
      }
    }
  })();
  reading.catch(() => {}); // closed by either side
  return {
    events,
    response,
    until: async (test) => {
      await expect.poll(() => test(events), { timeout: 60_000, interval: 20 }).toBe(true);
    },
    close: () => stop.abort(),
  };
}

/** Heights told of a stream, in order: each event's range is written out. */
export function heightsOf(events: readonly FirnEvent[], stream: string): number[] {
  return events.flatMap((each) =>
    each.event === "blocks" && each.data.stream === stream
      ? Array.from({ length: each.data.to - each.data.from + 1 }, (_, index) => each.data.from + index)
      : [],
  );
}
