"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useState } from "react";
import type { CallOutcome } from "@/lib/contract/operator/actions";

/** Sections of the panel that act. Each shows the outcomes of its own actions. */
export type AdminSection = "levels" | "profilers" | "vms" | "aliases" | "webhooks" | "alerts" | "abis";

/** Outcomes of the last action on this page. */
export interface ActionResult {
  section: AdminSection;
  outcomes: CallOutcome[];
  /** Minutes after which the change goes back. Only Firn knows them, not the node. */
  minutes?: number | undefined;
  /** Why the node was not called, or why that is unknown. */
  problem?: string;
  /** What happened, where no outcome of the node says it. */
  said?: string;
}

interface Acting {
  /** Path of the session, "/admin/…". */
  at: string;
  done: ActionResult | undefined;
  isBusy: boolean;
  run(section: AdminSection, body: URLSearchParams): Promise<void>;
  clear(): void;
}

const Context = createContext<Acting | undefined>(undefined);

/** Sends actions without leaving the page, keeps the outcomes of the last one and refreshes the page. */
export function ActingProvider({ at, children }: { at: string; children: ReactNode }) {
  const router = useRouter();
  const [done, setDone] = useState<ActionResult>();
  const [isBusy, setBusy] = useState(false);
  const run = async (section: AdminSection, body: URLSearchParams) => {
    setBusy(true);
    const answer = await send(at, body);
    setBusy(false);
    if (answer === "locked") return location.replace(at);
    const minutes = body.get("putBackAfterMinutes");
    setDone({ section, ...answer, ...(minutes !== null && { minutes: Number(minutes) }) });
    router.refresh();
  };
  return <Context value={{ at, done, isBusy, run, clear: () => setDone(undefined) }}>{children}</Context>;
}

export function useActing(): Acting {
  const acting = useContext(Context);
  if (acting === undefined) throw new Error("useActing is called outside of ActingProvider");
  return acting;
}

async function send(
  at: string,
  body: URLSearchParams,
): Promise<Pick<ActionResult, "outcomes" | "problem" | "said"> | "locked"> {
  try {
    const response = await fetch(`${at}/act`, {
      method: "POST",
      body,
      headers: { accept: "application/json" },
    });
    if (response.status === 401) return "locked";
    const answer: { outcomes?: CallOutcome[]; message?: string; said?: string } = await response.json();
    return {
      outcomes: answer.outcomes ?? [],
      ...(answer.message !== undefined && { problem: answer.message }),
      ...(answer.said !== undefined && { said: answer.said }),
    };
  } catch {
    const problem =
      "Firn did not answer, so it is not known whether the node was called. The page shows its current state.";
    return { outcomes: [], problem };
  }
}
