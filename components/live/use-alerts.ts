"use client";

import { useQuery } from "@tanstack/react-query";
import { askJson } from "@/components/state/ask";
import type { FirnAlert, FirnAlerts } from "@/lib/contract/firn/alerts";
import { ALERTS_KEY, useIsLive } from "./live-provider";

/** Without events the alerts are asked for this often while the page is visible. */
const POLL_MS = 10_000;

/** What needs attention, as events tell it; asked for while none come. `initial` came with the page. */
export function useAlerts(initial: readonly FirnAlert[]): readonly FirnAlert[] {
  const isLive = useIsLive();
  const { data } = useQuery({
    queryKey: ALERTS_KEY,
    queryFn: ({ signal }) => askJson<FirnAlerts>("/firn/v1/alerts", signal),
    refetchInterval: isLive ? false : POLL_MS,
    staleTime: POLL_MS,
    retry: false,
    initialData: { alerts: [...initial] },
  });
  return data.alerts;
}
