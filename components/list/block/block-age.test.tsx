import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TxAge } from "@/components/tx/graph-time";
import { BlockAge } from "./block-age";

it("says of a block or transaction from before Banff that its time is not known, and why", () => {
  for (const age of [<BlockAge key="block" time={undefined} />, <TxAge key="tx" time={undefined} />]) {
    const html = renderToStaticMarkup(age);
    expect(html).toContain("not known</span>");
    expect(html).toContain("From before Banff");
    expect(html).not.toContain("1970");
  }
});
