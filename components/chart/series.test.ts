import { expect, test } from "vitest";
import { hrefOfChart, readChartParams } from "./chart-params";
import { formatFigure, formatValue, meanOf, mergeSeries, outlierOf, reachOf, spread } from "./series";

const DAY = 86_400;
const pointsOn = (...days: number[]) => days.map((day) => ({ timestamp: day * DAY, value: day }));
const { rows } = mergeSeries({
  c: {
    results: [
      { timestamp: 9 * DAY, value: 4 },
      { timestamp: 7 * DAY, value: 2 },
    ],
  },
  99999: { results: [{ timestamp: 7 * DAY, value: 1 }] },
});

test("days of several chains are one row each, newest first, and a day without blocks is an empty bar", () => {
  expect(rows).toEqual([
    { timestamp: 9 * DAY, values: { c: 4 } },
    { timestamp: 7 * DAY, values: { c: 2, 99999: 1 } },
  ]);
  expect(spread(rows, { span: 4, stepSeconds: DAY }).map(({ values }) => values)).toEqual([
    {},
    { c: 2, 99999: 1 },
    {},
    { c: 4 },
  ]);
  expect(reachOf(rows, DAY)).toBe(3);
  expect(meanOf(rows, 7, DAY)).toBe(1);
  expect([spread([], { span: 7, stepSeconds: DAY }), reachOf([], DAY), meanOf([], 7, DAY)]).toEqual([
    [],
    0,
    0,
  ]);
});

test("a chart scrolled back draws older steps, and empty ones where older rows will be", () => {
  const timesOf = (skipped: number) =>
    spread(rows, { span: 3, stepSeconds: DAY, skipped }).map((row) => [
      row.timestamp / DAY,
      Object.keys(row.values).length,
    ]);
  expect(timesOf(1)).toEqual([
    [6, 0],
    [7, 2],
    [8, 0],
  ]);
  expect(timesOf(3).map(([day]) => day)).toEqual([4, 5, 6]);
});

test("a page of several series ends where the first of them has more, and all pages have each value once", () => {
  const all = { c: pointsOn(9, 8, 7, 6, 5, 4), l: pointsOn(9, 3, 1), m: pointsOn(8) };
  const pageOf = (points: ReturnType<typeof pointsOn>, before: number) => {
    const older = points.filter(({ timestamp }) => timestamp < before);
    return { results: older.slice(0, 2), ...(older.length > 2 && { nextPageToken: "more" }) };
  };
  const seen: [number, string[]][] = [];
  let before: number | undefined = Number.POSITIVE_INFINITY;
  while (before !== undefined) {
    const end: number = before;
    const { rows, nextPageToken } = mergeSeries(
      Object.fromEntries(Object.entries(all).map(([name, points]) => [name, pageOf(points, end)])),
    );
    seen.push(
      ...rows.map(({ timestamp, values }): [number, string[]] => [timestamp / DAY, Object.keys(values)]),
    );
    before = nextPageToken === undefined ? undefined : Number(nextPageToken);
  }
  expect(seen).toEqual([
    [9, ["c", "l"]],
    [8, ["c", "m"]],
    [7, ["c"]],
    [6, ["c"]],
    [5, ["c"]],
    [4, ["c"]],
    [3, ["l"]],
    [1, ["l"]],
  ]);
});

test("an outlier is far above the other days, of which there are enough", () => {
  const week = (values: number[]) =>
    values.map((value, day) => ({ timestamp: day * DAY, values: { c: value } }));
  const high = week([30, 31, 29, 50, 30, 28, 33, 30]);
  expect(outlierOf(high)).toBe(high[3]);
  expect(outlierOf(week([30, 31, 29, 40, 30, 28, 33]))).toBeUndefined();
  expect(outlierOf(week([0, 0, 0, 0, 0, 1, 9]))).toBeUndefined();
});

test("a value that is not zero is never printed as zero", () => {
  expect([0, 0.000104, 0.3, 1234.567].map((value) => formatValue(value, { decimals: 2 }))).toEqual([
    "0.00",
    "0.0001",
    "0.30",
    "1,234.57",
  ]);
});

test("the URL of a chart has all its parameters, and a malformed one is refused", () => {
  const params = { name: "txs", step: "hour", span: 24, chains: ["c"], to: 20_000 * DAY } as const;
  const url = new URL(hrefOfChart({ ...params, chains: ["c"] }), "http://localhost");
  expect(readChartParams("txs", Object.fromEntries(url.searchParams))).toEqual(params);
  expect(hrefOfChart({ name: "tps", step: "day", span: 90 })).toBe("/charts/tps");
  const bad = [
    ["nope", {}],
    ["tps", { by: "hour" }],
    ["tps", { range: "8" }],
    ["tps", { to: "yesterday" }],
  ] as const;
  for (const [name, search] of bad) expect(readChartParams(name, search)).toBeUndefined();
  expect(readChartParams("tps", { chains: "c,x" })).toBeUndefined();
});

test("tiles have one form, and little is not nothing", () => {
  const shown = [0, 0.09, 0.0039, 1234.567].map((value) => formatFigure(value, { decimals: 2 }));
  expect(shown.map((text) => text.replace("\u2009", " "))).toEqual(["0.00", "0.09", "< 0.01", "1,234.57"]);
});
