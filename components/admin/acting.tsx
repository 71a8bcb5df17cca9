"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useState } from "react";
import type { CallOutcome } from "@/lib/contract/operator/actions";

/** The parts of the panel that act; what an action led to is shown in its own. */
export type Part = "levels" | "profilers" | "vms" | "aliases";

/** What the last action of this page led to. */
export interface Done {
  part: Part;
  outcomes: CallOutcome[];
  /** Minutes after which it goes back, as was asked: the node does not hear of it. */
  minutes?: number | undefined;
  /** Why nothing was asked of the node, or why that is not known. */
  fault?: string;
}

interface Acting {
  /** The session's own address, "/admin/…". */
  at: string;
  done: Done | undefined;
  isBusy: boolean;
  run(part: Part, body: URLSearchParams): Promise<void>;
  clear(): void;
}

const Context = createContext<Acting | undefined>(undefined);

/** Sends actions without leaving the page and keeps what the last one led to; then the page is made anew. */
export function ActingProvider({ at, children }: { at: string; children: ReactNode }) {
  const router = useRouter();
  const [done, setDone] = useState<Done>();
  const [isBusy, setBusy] = useState(false);
  const run = async (part: Part, body: URLSearchParams) => {
    setBusy(true);
    const answer = await send(at, body);
    setBusy(false);
    if (answer === "locked") return location.replace(at);
    const minutes = body.get("putBackAfterMinutes");
    setDone({ part, ...answer, ...(minutes !== null && { minutes: Number(minutes) }) });
    router.refresh();
  };
  return <Context value={{ at, done, isBusy, run, clear: () => setDone(undefined) }}>{children}</Context>;
}

export function useActing(): Acting {
  const acting = useContext(Context);
  if (acting === undefined) throw new Error("an action outside of the console");
  return acting;
}

async function send(at: string, body: URLSearchParams): Promise<Pick<Done, "outcomes" | "fault"> | "locked"> {
  try {
    const response = await fetch(`${at}/act`, {
      method: "POST",
      body,
      headers: { accept: "application/json" },
    });
    if (response.status === 401) return "locked";
    const said: { outcomes?: CallOutcome[]; message?: string } = await response.json();
    return { outcomes: said.outcomes ?? [], ...(said.message !== undefined && { fault: said.message }) };
  } catch {
    const fault =
      "Firn did not answer: whether the node was asked is not known. What follows is its state now.";
    return { outcomes: [], fault };
  }
}
