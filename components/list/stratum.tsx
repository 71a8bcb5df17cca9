import type { CSSProperties } from "react";
import { densityOf } from "./fullness";

/** One layer of the ice core, for the row of one block. */
export function Stratum({ sizeBytes }: { sizeBytes: number }) {
  return <span className="stratum" style={{ "--fill": densityOf(sizeBytes).toFixed(2) } as CSSProperties} />;
}
