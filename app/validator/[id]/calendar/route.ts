import { refusal, refusalOf } from "@/app/refusal";
import { toResult } from "@/app/server";
import { answerCalendar } from "@/app/validators/calendar";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { headTail } from "@/lib/words/format";
import { readValidator } from "../load";

/** The end of the current period as a calendar. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const { id } = await params;
  const validator = await toResult(readValidator(id));
  if (validator instanceof FirnError) return refusalOf(validator);
  const { nodeId, period, time } = validator;
  if (period?.status !== "active" || period.endTimestamp === undefined)
    return refusal(404, `${nodeId} has no current period`);
  const name = `Validator ${headTail(nodeId)}`;
  const event = {
    id: period.txHash,
    at: period.endTimestamp,
    summary: `${name}: period ends`,
    path: hrefTo("validator", { id: nodeId }),
  };
  return answerCalendar(request, { name, events: [event], now: time });
}
