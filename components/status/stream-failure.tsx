import { PANEL_NOTE, Panel } from "@/components/ui/panel";
import { Step } from "@/components/ui/step";
import { Tag } from "@/components/ui/tag";
import type { StreamStatus } from "@/lib/contract/firn/status";
import { formatTime } from "@/lib/words/format";

/** Why a stream stopped or what it last failed with, then what to do. Empty without an error. */
export function StreamFailure({ stream }: { stream: StreamStatus }) {
  const { error } = stream;
  if (error === undefined) return null;
  const isStopped = stream.state === "stopped";
  return (
    <Panel
      title={isStopped ? `${stream.stream} stopped` : `${stream.stream}, last failure`}
      actions={<Tag mono>{error.code}</Tag>}
    >
      <Step number={1} title="What happened">
        <p>
          {error.message}. <span className="text-ink-3">{formatTime(error.at)}</span>
        </p>
      </Step>
      <Step number={2} title="What to do">
        <p className="first-letter:uppercase">
          {error.hint ??
            (isStopped ? "See the log of the index process." : "Nothing: Firn retries automatically.")}
        </p>
      </Step>
      {isStopped && error.code !== "CONFIG_INVALID" && (
        <p className={PANEL_NOTE}>
          The rejected bytes are kept. Nothing after them is stored; what is stored stays visible.
        </p>
      )}
    </Panel>
  );
}
