import { expect, test } from "vitest";
import { readValidatorListParams, validatorsHref } from "./list-params";

test("an address of the list reads back as written", () => {
  for (const href of [
    "/validators",
    "/validators?chart=stake",
    "/validators?chart=delegators&to=2026-11-01",
    "/validators?sort=ends&order=asc&room=25&fee=2.5&uptime=99.9&days=30&after=50",
  ]) {
    const search = Object.fromEntries(new URL(href, "http://firn").searchParams);
    const params = readValidatorListParams(search);
    expect(params && validatorsHref(params)).toBe(href);
  }
});

test("an address with only the end of a chart shows the stake", () => {
  expect(readValidatorListParams({ to: "2026-11-01" })).toMatchObject({ chart: "stake", to: 1_793_491_200 });
});

test("malformed parameters have no address", () => {
  for (const [name, text] of [
    ["sort", "uptime"],
    ["order", "up"],
    ["room", "1.5"],
    ["fee", "101"],
    ["uptime", "-1"],
    ["days", "soon"],
    ["after", "1e3"],
  ] as const)
    expect(readValidatorListParams({ [name]: text }), `${name}=${text}`).toBeUndefined();
});
