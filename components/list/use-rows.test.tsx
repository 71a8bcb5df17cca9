import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { type TokenPage, useRows } from "./use-rows";

function List() {
  const { rows } = useRows<TokenPage & { rows: string[] }, string>({
    path: "/rows",
    first: { rows: ["a", "b"] },
    rowsOf: (page) => page.rows,
    idOf: (row) => row,
    hrefAfter: (row) => `/rows?before=${row}`,
  });
  return rows.join();
}

test("a list that the server rendered leaves no timer behind", () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const before = timers();
  const text = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <List />
    </QueryClientProvider>,
  );
  expect(text).toBe("a,b");
  expect(timers()).toBe(before);
});
