import { formatTime } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { Tag } from "@/components/ui/tag";
import type { StreamStatus } from "@/lib/contract/firn/status";

/** Why a stream stands still or what it last failed with: what happened, then what to do; nothing without an error. */
export function StreamTrouble({ stream }: { stream: StreamStatus }) {
  const { error } = stream;
  if (error === undefined) return null;
  const stands = stream.state === "stopped";
  return (
    <Panel
      title={stands ? `${stream.stream} stopped` : `${stream.stream}, last failure`}
      actions={<Tag mono>{error.code}</Tag>}
    >
      <div className="fix">
        <span className="no">1</span>
        <div>
          <h3>What happened</h3>
          <p>
            {error.message}. <span className="dim">{formatTime(error.at)}</span>
          </p>
        </div>
      </div>
      <div className="fix">
        <span className="no">2</span>
        <div>
          <h3>What to do</h3>
          <p className="hint">
            {error.hint ??
              (stands ? "See the log of the index process." : "Nothing: Firn tries again by itself.")}
          </p>
        </div>
      </div>
      {stands && error.code !== "CONFIG_INVALID" && (
        <p className="note">
          The bytes in question are kept. Nothing after them is stored, and what is stored stays visible.
        </p>
      )}
    </Panel>
  );
}
