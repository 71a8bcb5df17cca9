import { answerEvmCsv, utc } from "@/app/[chain]/csv";
import { readEvents } from "@/app/[chain]/events/events";
import { EVENTS_QUERY } from "@/components/evm/events/event-query";

const HEAD = [
  "time_utc",
  "block",
  "log_index",
  "transaction",
  "contract",
  "event",
  "event_is_guess",
  "arguments",
  "topic0",
  "topic1",
  "topic2",
  "topic3",
  "data",
];

/** Events in one request to the API. */
const PAGE_ROWS = 100;

/** The list from its position on as CSV; at most 10,000 rows. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ chain: string }> },
): Promise<Response> {
  const { chain: segment } = await params;
  const search = Object.fromEntries(new URL(request.url).searchParams);
  const query = EVENTS_QUERY.read(search, { chain: segment });
  return answerEvmCsv({ segment, name: "events", head: HEAD }, query, async (chain, filter, pageToken) => {
    const { page } = await readEvents(chain, filter, { pageSize: PAGE_ROWS, pageToken });
    const rows = page.logs.map(({ event, topics, ...log }) => [
      utc(log.blockTimestamp),
      { figure: log.blockNumber },
      log.logIndex,
      log.txHash,
      log.address,
      event?.signature ?? "",
      event === undefined ? "" : String(event.by === "guess"),
      event?.args.map(({ name, value }) => `${name}=${value}`).join("; ") ?? "",
      ...[0, 1, 2, 3].map((place) => topics[place] ?? ""),
      log.data,
    ]);
    return { rows, next: page.nextPageToken };
  });
}
