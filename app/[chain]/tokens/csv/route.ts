import { answerTokensCsv } from "@/app/[chain]/tokens/csv";

/** The list from its position on as CSV; at most 10,000 rows. */
export async function GET(request: Request, { params }: { params: Promise<{ chain: string }> }) {
  return answerTokensCsv("tokens", (await params).chain, request);
}
