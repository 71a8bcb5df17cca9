"use client";

import { UpstreamErrorState } from "@/components/state/state";
import { button } from "@/components/ui/button";
import { PANEL } from "@/components/ui/panel";

/** An error in Firn itself, or an upstream that failed while the page was rendered. Never shows a stack. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <section className={PANEL}>
      <UpstreamErrorState
        title="This page failed"
        action={
          <button type="button" className={button()} onClick={reset}>
            Try again
          </button>
        }
      >
        {error.digest === undefined
          ? "The log of the web process says why."
          : `Look for ${error.digest} in the log of the web process.`}
      </UpstreamErrorState>
    </section>
  );
}
