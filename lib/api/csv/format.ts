import { listShapeOf } from "../../contract/list-shape";
import type { Route } from "../../contract/route";
import { InputError } from "../../errors";

/** Query parameter of every list: `csv` instead of JSON. */
export const FORMAT = "format";

/** What Firn itself asks for after the first page: rows without the names of the columns. */
export const ROWS = "rows";

/** Whether a list is wanted as CSV. @throws InputError BAD_PARAMETER for another form, or for what is no list */
export function wantsCsv(route: Route, search: URLSearchParams): boolean {
  const format = search.get(FORMAT);
  if (format === null || format === "json" || route.api === "etherscan") return false;
  if (format !== "csv")
    throw new InputError("BAD_PARAMETER", `${FORMAT} must be json or csv, not ${format.slice(0, 50)}`);
  if (listShapeOf(route) !== undefined) return true;
  throw new InputError(
    "BAD_PARAMETER",
    `this answer is no list, so there is no CSV of it: leave out ${FORMAT}`,
  );
}
