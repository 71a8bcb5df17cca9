import { expect, it } from "vitest";
import { findCharts } from "./find";

it("leads to the first chart", async () => {
  const existence = await findCharts({ page: "charts", params: {}, search: {} });
  expect(existence).toEqual({ href: "/charts/tps", status: 307 });
});
