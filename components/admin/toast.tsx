"use client";

import { useEffect, useState } from "react";
import { button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { tone } from "@/components/ui/tone";
import type { PutBack } from "@/lib/contract/operator/console";
import { formatClock } from "@/lib/words/format";
import { useActing } from "./acting";
import { ActionForm } from "./action-form";
import { outcomeSentence } from "./action-outcome";

const SHOWN_MS = 6000;

/** The last successful action, shown for a while with an undo button. It stays while pointed at or focused. */
export function Toast({ putBacks }: { putBacks: PutBack[] }) {
  const { done } = useActing();
  const last = done?.outcomes.at(-1);
  const [hidden, setHidden] = useState<number>();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (last === undefined || isHeld) return;
    const timer = setTimeout(() => setHidden(last.auditId), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [last, isHeld]);
  if (last === undefined || last.outcome !== "done" || hidden === last.auditId) return null;
  const [changed, ...others] = putBacks.filter(({ changedAtMs }) => changedAtMs >= last.askedAtMs);
  const isUndoable = last.method === "admin.setLoggerLevel" && changed !== undefined && others.length === 0;
  return (
    <div
      className="fixed bottom-8 left-[max(40px,50vw-600px)] z-30 flex w-54 max-w-full flex-wrap items-center gap-x-2.5 gap-y-1 rounded-3 border border-line-2 bg-raised py-2.5 pr-3 pl-3.5 text-cell shadow-2 max-m:hidden"
      role="status"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={tone("ok")}>
        <Icon name="ok" />
      </span>
      <span className="min-w-0 flex-1">
        {isUndoable && changed.dueAtMs !== undefined
          ? `${outcomeSentence(last)} until ${formatClock(changed.dueAtMs).slice(0, 5)} UTC`
          : outcomeSentence(last)}
      </span>
      {isUndoable && (
        <ActionForm
          section="levels"
          action="endPutBack"
          fields={{ loggerName: changed.loggerName, target: changed.target }}
        >
          <button type="submit" className={button({ size: "small" })}>
            Undo
          </button>
        </ActionForm>
      )}
    </div>
  );
}
