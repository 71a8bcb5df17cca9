"use client";

import { UpstreamErrorState } from "@/components/state/state";

/** A fault of Firn itself, or an upstream that went away while the page was made. Never shows a stack. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <section className="panel">
      <UpstreamErrorState
        title="This page could not be made"
        action={
          <button type="button" className="btn" onClick={reset}>
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
