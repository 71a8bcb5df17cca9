import { Panel } from "@/components/ui/panel";
import { upperFirst } from "@/lib/words/sentence";
import { ReloadAfter } from "./reload-after";
import { RetryButton } from "./retry-button";
import { UpstreamErrorState } from "./state";

/** An error as pages show it. Pages make it from a FirnError, since errors do not cross to the browser whole. */
export interface ShownFailure {
  /** HTTP status of the API's answer, or the one it would have had. */
  status: number;
  /** What happened, then the next step. */
  sentence: string;
  retryAfterSeconds?: number;
}

/** A panel in place of data that could not be read: rate limited, or an upstream failure. */
export function Failure({ what, failure }: { what: string; failure: ShownFailure }) {
  return (
    <Panel label={what}>
      {failure.status === 429 ? (
        <ReloadAfter who="Firn’s API" seconds={failure.retryAfterSeconds ?? 10} />
      ) : (
        <UpstreamErrorState title={titleOf(what, failure)} action={<RetryButton>Try again</RetryButton>}>
          {failure.sentence}
        </UpstreamErrorState>
      )}
    </Panel>
  );
}

/** Slow is not down: a 504 says that there may be an answer next time. */
function titleOf(what: string, { status }: ShownFailure): string {
  return status === 504 ? upperFirst(`${what} took too long to load`) : `Could not load ${what}`;
}
