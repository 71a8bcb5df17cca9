import { originOfRequest } from "@/app/own-origin";
import { toCalendar } from "@/components/validator/calendar";

/** Events of one entity for a calendar, each with its page's path. */
interface Events {
  name: string;
  events: readonly { id: string; at: number; summary: string; path: string }[];
  /** Chain time, unix seconds. */
  now: number;
}

/** A calendar to download or subscribe to. Its links are of the origin that was asked. */
export function answerCalendar(request: Request, { name, events, now }: Events): Response {
  const origin = originOfRequest(request.headers);
  const entries = events.map(({ id, at, summary, path }) => ({
    uid: `${id}@firn`,
    url: `${origin}${path}`,
    at,
    summary,
  }));
  return new Response(toCalendar(name, entries, now), {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `attachment; filename="${name.replace(/[^\w-]+/g, "-").toLowerCase()}.ics"`,
      "cache-control": "no-store",
    },
  });
}
