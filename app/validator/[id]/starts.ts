import { tryId } from "@/app/[chain]/network";
import { readChartTime } from "@/components/chart/chart-time";
import { isStep, queryOfStepChart } from "@/components/chart/step-charts";
import { isChain } from "@/components/ui/chains";
import { isSeenChart, isStakeChart, STAKE_DEFAULTS } from "@/components/validator/stake-charts";
import { MAX_HEIGHT } from "@/lib/contract/data/parameters";
import type { PageQuery, SearchOf } from "@/lib/contract/pages";
import type { ListStarts } from "./load";

/** Undefined if a parameter is malformed: such an address does not exist. */
function readListStarts(search: SearchOf<"validator">): ListStarts | undefined {
  const { delegations, periods, chain = "p", before, chart = STAKE_DEFAULTS.chart, step, to } = search;
  if (typeof chain !== "string" || !isChain(chain)) return undefined;
  if (typeof chart !== "string" || !isStakeChart(chart)) return undefined;
  const starts: ListStarts = { chain, chart };
  if (isSeenChart(chart)) {
    const text = step ?? STAKE_DEFAULTS.step;
    if (typeof text !== "string" || !isStep(text)) return undefined;
    starts.step = text;
  } else if (step !== undefined) return undefined;
  if (to !== undefined) {
    starts.to = readChartTime(String(to));
    if (starts.to === undefined) return undefined;
  }
  for (const [name, text] of Object.entries({ delegations, periods })) {
    if (text === undefined) continue;
    if (typeof text !== "string" || tryId(text) === undefined) return undefined;
    starts[name as "delegations" | "periods"] = text;
  }
  if (before === undefined) return starts;
  if (typeof before !== "string" || !/^\d{1,12}$/.test(before) || Number(before) > MAX_HEIGHT)
    return undefined;
  return { ...starts, before: Number(before) };
}

/** Where the lists of a validator's page start. */
export const VALIDATOR_QUERY: PageQuery<"validator", ListStarts> = {
  read: readListStarts,
  write: ({ to, chart, step, ...starts }) => ({
    ...starts,
    ...queryOfStepChart({ chart, step, to }, STAKE_DEFAULTS),
  }),
};
