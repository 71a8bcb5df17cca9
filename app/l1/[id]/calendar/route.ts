import { refusal, refusalOf } from "@/app/refusal";
import { toResult } from "@/app/server";
import { answerCalendar } from "@/app/validators/calendar";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { headTail } from "@/lib/words/format";
import { readL1 } from "../find";

/** Dates in one calendar. */
const MOST_DATES = 500;

/** When the balances of an L1's validators run out at the current fee, as a calendar. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const { id } = await params;
  const existence = await toResult(readL1(id, MOST_DATES));
  if (existence instanceof FirnError) return refusalOf(existence);
  const found = typeof existence === "object" && "found" in existence ? existence.found : undefined;
  if (found?.kind !== "l1") return refusal(404, `${id} is not the id of an L1`);
  const { l1 } = found;
  const name = l1.name ?? headTail(l1.subnetId);
  const events = l1.validators.flatMap(({ active, validationId, nodeId, runsOutTimestamp }) =>
    active && runsOutTimestamp !== undefined
      ? {
          id: validationId,
          at: runsOutTimestamp,
          summary: `${name}: the balance of ${nodeId} runs out`,
          path: hrefTo("validation", { id: validationId }),
        }
      : [],
  );
  return answerCalendar(request, { name: `${name} run-out dates`, events, now: l1.time });
}
