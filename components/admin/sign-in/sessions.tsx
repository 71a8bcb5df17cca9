import { button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { Cell, Row, Table } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import { tone } from "@/components/ui/tone";
import type { ConsoleFacts } from "@/lib/contract/operator/console";
import { LocksIn } from "./countdown";

const COLUMNS = [{ label: "Session" }, { label: "Since" }, { label: "Last used", right: true }];

/** Current sessions, with a button that ends all of them. */
export function Sessions({ at, sessions }: { at: string; sessions: ConsoleFacts["sessions"] }) {
  return (
    <Panel
      id="sessions"
      title="Sessions"
      aside="end after 30 minutes without use"
      actions={
        <form method="post" action={`${at}/session`}>
          <input type="hidden" name="end" value="all" />
          <button type="submit" className={button({ size: "small", kind: "danger" })}>
            <Icon name="lock" />
            End all
          </button>
        </form>
      }
    >
      <Table caption="Sessions" columns={COLUMNS}>
        {sessions.map(({ shortId, startedAtMs, touchedAtMs, isOwn }) => (
          <Row key={shortId}>
            <Cell at="a">
              <span className="font-mono text-mono">{shortId}</span>
              {isOwn && <span className="text-ink-3"> this one</span>}
            </Cell>
            <Cell at="c">
              <TimeAgo at={startedAtMs} ago />
            </Cell>
            <Cell right at="b">
              <TimeAgo at={touchedAtMs} ago />
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}

/** When the session locks, and a button that locks it now. */
export function LockNow({ at, endsAtMs }: { at: string; endsAtMs: number }) {
  return (
    <>
      <span className={tone("dim", "text-small")}>
        <Icon name="unlock" />
        <LocksIn at={endsAtMs} />
      </span>
      <form method="post" action={`${at}/session`}>
        <input type="hidden" name="end" value="own" />
        <button type="submit" className={button()}>
          <Icon name="lock" />
          Lock now
        </button>
      </form>
    </>
  );
}
