import { answerCsv, noSuchList, utc } from "@/app/[chain]/csv";
import { readMessages } from "../messages";
import { MESSAGES_QUERY } from "../query";

const HEAD = [
  "form",
  "message",
  "source_blockchain",
  "source_chain_id",
  "sender",
  "destination_blockchain",
  "destination_chain_id",
  "recipient",
  "says",
  "state",
  "sent_utc",
  "sent_transaction",
  "delivered_utc",
  "delivered_on",
  "delivered_transaction",
];

/** Messages in one request to the API. */
const PAGE_ROWS = 100;

/** The list from its position on as CSV; at most 10,000 rows. */
export async function GET(request: Request): Promise<Response> {
  const query = MESSAGES_QUERY.read(Object.fromEntries(new URL(request.url).searchParams), {});
  if (query === undefined) return noSuchList();
  return answerCsv("messages.csv", HEAD, async (pageToken) => {
    const { page } = await readMessages({ ...query, pageSize: PAGE_ROWS, pageToken });
    const rows = page.messages.map(({ sent, arrived, ...message }) => [
      message.form,
      message.messageId,
      message.sourceBlockchainId,
      message.sourceChainId ?? "",
      message.from ?? "",
      message.destinationBlockchainId ?? "",
      message.destinationChainId ?? "",
      message.to ?? "",
      message.l1Message?.kind ?? message.text ?? "",
      message.status,
      utc(sent?.blockTimestamp),
      sent?.txHash ?? "",
      utc(arrived?.blockTimestamp),
      arrived?.chainId ?? "",
      arrived?.txHash ?? "",
    ]);
    return { rows, next: page.nextPageToken };
  });
}
