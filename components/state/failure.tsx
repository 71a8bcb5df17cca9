import { Panel } from "@/components/ui/panel";
import { ReloadAfter } from "./reload-after";
import { ReloadButton } from "./reload-button";
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
        <UpstreamErrorState title={`Could not load ${what}`} action={<ReloadButton>Try again</ReloadButton>}>
          {failure.sentence}
        </UpstreamErrorState>
      )}
    </Panel>
  );
}
