import { Panel } from "@/components/ui/panel";
import { ReloadAfter } from "./reload-after";
import { ReloadButton } from "./reload-button";
import { UpstreamErrorState } from "./state";

/** What an error says to the reader; made from a FirnError by the page, since errors do not cross to the browser whole. */
export interface Trouble {
  /** HTTP status the API's answer had or would have. */
  status: number;
  /** Facts, then the next step. */
  sentence: string;
  retryAfterSeconds?: number;
}

/** A panel in place of data that could not be had: limited, or an upstream that failed. */
export function Failure({ what, trouble }: { what: string; trouble: Trouble }) {
  return (
    <Panel label={what}>
      {trouble.status === 429 ? (
        <ReloadAfter who="Firn’s API" seconds={trouble.retryAfterSeconds ?? 10} />
      ) : (
        <UpstreamErrorState
          title={`Could not ask for ${what}`}
          action={<ReloadButton>Try again</ReloadButton>}
        >
          {trouble.sentence}
        </UpstreamErrorState>
      )}
    </Panel>
  );
}
