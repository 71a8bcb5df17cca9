import { readChartTime } from "@/components/chart/chart-time";
import { queryOfStepChart } from "@/components/chart/step-charts";
import type { ValidatorLineSort } from "@/lib/contract/firn/validators";
import { hrefTo, type PageQuery, type QueryOf, type SearchOf } from "@/lib/contract/pages";
import { isNetworkChart, type NetworkChartName, NO_CHART } from "./stake-charts";

/** Order, filters and position of the list of validators. Texts are in the API's form. */
export interface ValidatorListParams {
  sort: ValidatorLineSort;
  order: "asc" | "desc";
  /** Least room for delegations, whole AVAX. */
  room?: string | undefined;
  /** Highest share of delegators' rewards that the validator keeps, percent. */
  fee?: string | undefined;
  /** Least uptime, percent. */
  uptime?: string | undefined;
  /** Least days until its period ends. */
  days?: string | undefined;
  /** Rank after which the list starts. */
  after?: number | undefined;
  /** The chart above the list, if any, and the time before which it ends, unix seconds; absent up to now. */
  chart?: NetworkChartName | undefined;
  to?: number | undefined;
}

/** Filters in the order in which pages show them. `name` is the parameter's. */
export const VALIDATOR_FILTERS = [
  { name: "room", label: "Room", says: "room over", unit: "AVAX", form: /^\d{1,9}$/, max: 999_999_999 },
  { name: "fee", label: "Fee", says: "fee up to", unit: "%", form: /^\d{1,3}(\.\d{1,4})?$/, max: 100 },
  {
    name: "uptime",
    label: "Uptime",
    says: "uptime over",
    unit: "%",
    form: /^\d{1,3}(\.\d{1,4})?$/,
    max: 100,
  },
  { name: "days", label: "Ends", says: "ends after", unit: "days", form: /^\d{1,4}$/, max: 9_999 },
] as const;

const SORTS = ["stake", "room", "fee", "delegators", "ends"] as const satisfies readonly ValidatorLineSort[];

/** The parameters of the list; undefined if one is malformed, and such an address does not exist. */
export function readValidatorListParams(search: SearchOf<"validators">): ValidatorListParams | undefined {
  const one = (name: keyof SearchOf<"validators">) => {
    const value = search[name];
    const text = (Array.isArray(value) ? value[0] : value)?.trim();
    return text === "" ? undefined : text;
  };
  const sort = one("sort") ?? "stake";
  const order = one("order") ?? "desc";
  const after = one("after");
  if (!isSort(sort) || (order !== "asc" && order !== "desc")) return undefined;
  if (after !== undefined && !/^\d{1,6}$/.test(after)) return undefined;
  const drawn = readStakeChart(one("chart"), one("to"));
  if (drawn === undefined) return undefined;
  const params: ValidatorListParams = {
    sort,
    order,
    ...(after !== undefined && { after: Number(after) }),
    ...drawn,
  };
  for (const { name, form, max } of VALIDATOR_FILTERS) {
    const text = one(name);
    if (text === undefined) continue;
    if (!form.test(text) || Number(text) > max) return undefined;
    params[name] = text;
  }
  return params;
}

/** Undefined if either is malformed. */
function readStakeChart(
  chart: string | undefined,
  to: string | undefined,
): Pick<ValidatorListParams, "chart" | "to"> | undefined {
  if (chart !== undefined && !isNetworkChart(chart)) return undefined;
  const time = to === undefined ? undefined : readChartTime(to);
  if (to !== undefined && time === undefined) return undefined;
  if (time !== undefined) return { chart: chart ?? "stake", to: time };
  return chart === undefined ? {} : { chart };
}

/** Query of the list, without the default order. */
export function queryOfValidators({
  sort,
  order,
  chart,
  to,
  ...rest
}: ValidatorListParams): QueryOf<"validators"> {
  return {
    sort: sort === "stake" ? undefined : sort,
    order: order === "desc" ? undefined : order,
    ...rest,
    ...queryOfStepChart({ chart: chart ?? NO_CHART, to }, { chart: NO_CHART }),
  };
}

/** The query of the list. */
export const VALIDATORS_QUERY: PageQuery<"validators", ValidatorListParams> = {
  read: readValidatorListParams,
  write: queryOfValidators,
};

/** Address of the list. */
export function validatorsHref(params: ValidatorListParams): string {
  return hrefTo("validators", {}, queryOfValidators(params));
}

function isSort(text: string): text is ValidatorLineSort {
  return (SORTS as readonly string[]).includes(text);
}
