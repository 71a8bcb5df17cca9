"use client";

import { useQuery } from "@tanstack/react-query";
import { askJson } from "@/components/state/ask";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { STATUS_KEY, useIsLive } from "./live-provider";

/** Without events the status is asked for this often while the page is visible. */
const POLL_MS = 4_000;

/**
 * This Firn's status, as events tell it; asked for while none come. The one source of everything on a page that says how
 * things stand. `fault` says why the last question had no answer.
 */
export function useStatus(initial: FirnStatus | undefined): {
  status: FirnStatus | undefined;
  fault: Error | null;
} {
  const isLive = useIsLive();
  const { data, error } = useQuery({
    queryKey: STATUS_KEY,
    queryFn: ({ signal }) => askJson<FirnStatus>("/firn/v1/status", signal),
    refetchInterval: isLive ? false : POLL_MS,
    staleTime: POLL_MS,
    retry: false,
    ...(initial === undefined ? {} : { initialData: initial }),
  });
  return { status: data, fault: error };
}
