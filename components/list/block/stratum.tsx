import type { CSSProperties } from "react";
import { densityOf, densityOfShare } from "./fullness";

/** One layer of the ice core, for the row of one block: by its bytes, or by the share of its gas that is used, 0 to 1. */
export function Stratum(fill: { sizeBytes: number } | { share: number }) {
  const density = "share" in fill ? densityOfShare(fill.share) : densityOf(fill.sizeBytes);
  return <span className="stratum" style={{ "--fill": density.toFixed(2) } as CSSProperties} />;
}
