"use client";

import { usePathname } from "next/navigation";
import { isNodeAway } from "@/components/layout/health";
import { useStatus } from "@/components/live/use-status";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { type PageName, pageOf } from "@/lib/contract/pages";
import { AwayBanner } from "./later";

/** Pages that show nothing that is stored, or say themselves how things stand. */
const SILENT: readonly PageName[] = ["status", "admin", "signIn", "console"];

/**
 * On every page with stored data: says while the node does not answer or a stream has stopped, up to which block it is. Of
 * L1s only the page's own counts, since the others continue without it.
 */
export function NodeAwayNotice({ initial }: { initial: FirnStatus | undefined }) {
  const pathname = usePathname();
  const { status } = useStatus(initial);
  const requested = pageOf({ pathname, searchParams: new URLSearchParams() });
  if (status === undefined || (typeof requested === "object" && SILENT.includes(requested.page))) return null;
  const params: Record<string, string> = typeof requested === "object" ? requested.params : {};
  if (!isNodeAway(status) && !isStopped(status)) return null;
  return <AwayBanner status={status} evmChainId={params.chain} />;
}

function isStopped({ streams }: FirnStatus): boolean {
  return streams.some(({ state }) => state === "stopped");
}
