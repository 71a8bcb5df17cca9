import { expect, it } from "vitest";
import { findCharts } from "./find";

it("redirects to the first chart", async () => {
  const existence = await findCharts({ page: "charts", params: {}, query: undefined });
  expect(existence).toEqual({ href: "/charts/tps", status: 307 });
});
