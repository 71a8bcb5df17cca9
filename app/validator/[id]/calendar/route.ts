import { refusal, refusalOf } from "@/app/refusal";
import { settle } from "@/app/server";
import { answerCalendar } from "@/app/validators/calendar";
import { headTail } from "@/components/ui/format";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { readValidator } from "../load";

/** The end of the running period as a calendar. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const { id } = await params;
  const validator = await settle(readValidator(id));
  if (validator instanceof FirnError) return refusalOf(validator);
  const { nodeId, period, time } = validator;
  if (period?.status !== "active" || period.endTimestamp === undefined)
    return refusal(404, `no period of ${nodeId} runs`);
  const name = `Validator ${headTail(nodeId)}`;
  const event = {
    id: period.txHash,
    at: period.endTimestamp,
    summary: `${name}: its period ends`,
    path: hrefTo("validator", { id: nodeId }),
  };
  return answerCalendar(request, { name, events: [event], now: time });
}
