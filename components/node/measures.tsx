import { Fact, KeyValue } from "@/components/ui/key-value";
import { PAIR } from "@/components/ui/layout";
import { Panel } from "@/components/ui/panel";
import { TimeAgo } from "@/components/ui/time-ago";
import { formatBytes, groupDigits } from "@/lib/words/format";
import { FromNode } from "./from-node";

interface Traffic {
  bytes: number;
  bytesPerSecond: number | undefined;
}

interface MeasuresProps {
  askedAt: number;
  measures:
    | {
        traffic: Record<"received" | "sent", Traffic | undefined>;
        startedAtMs: number | undefined;
        waiting: Record<"p" | "x" | "c" | "cQueued" | "cAtomic", number | undefined>;
      }
    | undefined;
}

/** Messages to and from peers, and transactions that wait for a block. */
export function Measures({ askedAt, measures }: MeasuresProps) {
  const note = <FromNode method="/ext/metrics" askedAt={askedAt} />;
  if (measures === undefined)
    return (
      <Panel title="Traffic and waiting transactions" note={note}>
        <p className="px-5 py-4 text-ink-2">
          The node’s metrics are off: it was started with <code>--api-metrics-enabled=false</code>.
        </p>
      </Panel>
    );
  const { traffic, startedAtMs, waiting } = measures;
  return (
    <div className={PAIR}>
      <Panel title="Traffic with peers" note={note}>
        <KeyValue>
          <Flow label="Received" traffic={traffic.received} />
          <Flow label="Sent" traffic={traffic.sent} />
          {startedAtMs !== undefined && (
            <Fact label="Node started">
              <TimeAgo at={startedAtMs} ago />
            </Fact>
          )}
        </KeyValue>
      </Panel>
      <Panel title="Waiting for a block" note={note}>
        <KeyValue>
          <Pool label="P-Chain" count={waiting.p} />
          <Pool label="X-Chain" count={waiting.x} />
          <Pool
            label="C-Chain"
            count={waiting.c}
            {...(waiting.cQueued !== undefined && {
              aside: `and ${groupDigits(waiting.cQueued)} behind an earlier one of their sender`,
            })}
          />
          <Pool label="C-Chain, atomic" count={waiting.cAtomic} />
        </KeyValue>
      </Panel>
    </div>
  );
}

function Flow({ label, traffic }: { label: string; traffic: Traffic | undefined }) {
  if (traffic === undefined) return <Fact label={label}>No message yet, or the node does not say</Fact>;
  const { bytes, bytesPerSecond } = traffic;
  const total = `${formatBytes(bytes)} since it started`;
  if (bytesPerSecond === undefined) return <Fact label={label}>{total}</Fact>;
  return (
    <Fact label={label} aside={total}>
      {`${formatBytes(Math.round(bytesPerSecond))} a second`}
    </Fact>
  );
}

function Pool({ label, count, aside }: { label: string; count: number | undefined; aside?: string }) {
  return (
    <Fact label={label} {...(aside !== undefined && { aside })}>
      {count === undefined ? "The node does not say" : groupDigits(count)}
    </Fact>
  );
}
