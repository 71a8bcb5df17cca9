"use client";

import { UpstreamErrorState } from "@/components/state/state";
import { button } from "@/components/ui/button";
import { PANEL } from "@/components/ui/panel";

/** A fault of Firn itself, or an upstream that went away while the page was made. Never shows a stack. */
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
        title="This page could not be made"
        action={
          <button type="button" className={button()} onClick={reset}>
            Try again
          </button>
        }
      >
        Something in Firn failed, or went away in the meantime. The log of the web process names it
        {error.digest === undefined ? "" : ` under ${error.digest}`}.
      </UpstreamErrorState>
    </section>
  );
}
