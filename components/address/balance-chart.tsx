"use client";

import { lazy, Suspense } from "react";
import { Waiting } from "@/components/state/waiting";
import type { BalanceHistoryProps } from "./balance-history";

const BalanceHistory = lazy(() =>
  import("./balance-history").then((file) => ({ default: file.BalanceHistory })),
);

/** A balance over time. The other tabs do not load its code. */
export function BalanceChart(props: BalanceHistoryProps) {
  return (
    <Suspense fallback={<Waiting what="the chart" />}>
      <BalanceHistory {...props} />
    </Suspense>
  );
}
