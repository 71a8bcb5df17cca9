import { z } from "zod";
import { textParameter } from "../data/parameters";
import { route } from "../route";
import { alerts } from "./alerts";
import { firnStatus, streamStatus } from "./status";

/** Data of each kind of event, by its name. */
export const FIRN_EVENTS = {
  /** Blocks that were stored: all heights from `from` to `to`. Of one stream, each event begins where the last ended. */
  blocks: z
    .object({
      /** As in the status: "P/block", "EVM 43114". Of X/tx and X/vtx, heights are index numbers. */
      stream: z.string(),
      from: z.int(),
      to: z.int(),
      /** The block at `to`. */
      head: z.object({
        /** cb58; of an EVM chain the block's hash in hex. */
        containerId: z.string(),
        /** Chain time, unix seconds; absent where it is not known. */
        time: z.int().optional(),
      }),
    })
    .meta({ id: "FirnBlocksEvent" }),
  /** A stream changed its state. */
  stream: z
    .object({
      stream: z.string(),
      state: streamStatus.shape.state,
      /** Unix milliseconds. */
      at: z.number(),
      /** Why it stopped or waits. */
      error: z.object({ code: z.string(), message: z.string() }).optional(),
    })
    .meta({ id: "FirnStreamEvent" }),
  /** What `/firn/v1/status` answers, when something in it changed: heads, health, trouble. At most once a second. */
  status: firnStatus,
  /**
   * What `/firn/v1/alerts` answers, when something in it changed. It is the present: what is no longer in it is over. It
   * comes once the node has answered, or did not for some seconds.
   */
  alerts,
  /** What lies between the reader's id and now is not known any more: read anew what is shown. */
  reset: z.object({ reason: z.string() }).meta({ id: "FirnResetEvent" }),
} as const;

type EventName = keyof typeof FIRN_EVENTS;

/** One event as it is sent. `id` names what the reader has then seen; absent if it does not change. */
export type FirnEvent = {
  [Name in EventName]: { event: Name; id: string; data: z.output<(typeof FIRN_EVENTS)[Name]> };
}[EventName];

/** Base64url of what a reader has seen, at most this long. */
const MOST_ID = 12_000;

export const getEvents = route({
  method: "get",
  path: "/firn/v1/events",
  operationId: "firnEvents",
  tag: "Firn",
  summary: "New blocks, states of streams, the status and alerts, as server-sent events",
  description:
    "The stream does not end. Each event has an id; a reader that connects again with its last one, as the header `Last-Event-ID` or the parameter `after`, gets every block and every change of state since, none twice, also when Firn was restarted meanwhile. Without one the stream begins with the present. The status and the alerts are sent whole, each when it differs from the one that the reader has.",
  params: z.object({}),
  query: z.object({
    after: textParameter(requireShort, "the id of the last event received").optional(),
  }),
  answers: "events",
  response: z.custom<AsyncIterable<FirnEvent | undefined>>(),
});

function requireShort(text: string): void {
  if (text.length > MOST_ID || !/^[\w-]*$/.test(text)) throw new Error("not an id of an event");
}
