import Link from "next/link";
import type { ReactNode } from "react";
import { RunwayBar } from "@/components/l1/runway-bar";
import { classes } from "@/components/ui/classes";
import { HashLink } from "@/components/ui/hash-link";
import { Icon, type IconName } from "@/components/ui/icon";
import { Aside, Fact, KeyValue } from "@/components/ui/key-value";
import { LIST_ROWS } from "@/components/ui/layout";
import { PANEL_NOTE, Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { Tag } from "@/components/ui/tag";
import { TimeAgo } from "@/components/ui/time-ago";
import { tone } from "@/components/ui/tone";
import type { FirnStatus } from "@/lib/contract/firn/status";
import type { FirnValidator } from "@/lib/contract/firn/validators";
import type { NodeOverview } from "@/lib/contract/operator/overview";
import { hrefTo } from "@/lib/contract/pages";
import { formatDate, formatLeft, formatTime, groupDigits, plural } from "@/lib/words/format";
import { l1NamesOf } from "../l1-names";
import { RunningFor } from "../sign-in/countdown";
import { LiveLag } from "./live-lag";

type Health = NonNullable<NodeOverview["health"]>;

interface OverviewProps {
  overview: NodeOverview;
  /** For live values. */
  status: FirnStatus | undefined;
}

/** The node around its console: version, health, what it serves and what it validates. */
export function Overview({ overview, status }: OverviewProps) {
  const { version, nodeId, startedAtMs, health, peers, chains, indexes, troubles } = overview;
  const l1s = l1NamesOf(status);
  return (
    <Panel
      id="node"
      title="Node"
      aside={<span className="font-mono text-small tracking-snug">{overview.url}</span>}
      actions={health !== undefined && <HealthPill health={health} />}
      note={
        troubles.length === 0 ? undefined : troubles.map((trouble) => <span key={trouble}>{trouble} </span>)
      }
    >
      <KeyValue>
        <Fact label="Version">{version ?? "not known"}</Fact>
        {nodeId !== undefined && (
          <Fact label="Id">
            <HashLink value={nodeId} href={hrefTo("validator", { id: nodeId })} label="node id" full />
          </Fact>
        )}
        <Fact label="Uptime">
          {startedAtMs === undefined ? (
            "not known"
          ) : (
            <>
              <RunningFor since={startedAtMs} />
              <Aside>since it started</Aside>
            </>
          )}
        </Fact>
        <Fact label="Peers">{peers === undefined ? "not known" : <Peers peers={peers} />}</Fact>
        <Fact label="Bootstrapped">
          <Names>
            {chains.map(({ chain, bootstrapped }) => (
              <Named key={chain} name={l1s.get(chain) ?? chain} isFine={bootstrapped} otherwise="not yet" />
            ))}
          </Names>
        </Fact>
        <Fact label="Index API">
          <Names>
            {indexes.map(({ name, state, count, newestAcceptedAtMs }) => (
              <Named
                key={name}
                name={name}
                isFine={state === "unknown" ? undefined : state !== "disabled"}
                otherwise="off"
              >
                {state === "empty" && <span className="text-small text-ink-3">empty</span>}
                {count !== undefined && <span className="text-small text-ink-3">{groupDigits(count)}</span>}
                {newestAcceptedAtMs !== undefined && (
                  <span className="sr-only">
                    newest <TimeAgo at={newestAcceptedAtMs} ago />
                  </span>
                )}
              </Named>
            ))}
          </Names>
        </Fact>
        <Fact label="Acceptance lag" aside="median time from block timestamp to acceptance">
          <LiveLag initial={status} first={overview.acceptanceLag} />
        </Fact>
        <Validates validator={overview.validator} />
      </KeyValue>
      {health !== undefined && <Checks checks={health.checks} />}
    </Panel>
  );
}

function HealthPill({ health: { healthy, checks } }: { health: Health }) {
  if (healthy)
    return <StatusPill status="success" word={`Healthy, ${plural(checks.length, "check")}`} plain />;
  const failed = checks.filter((check) => !check.healthy).length;
  return <StatusPill status="failed" word={`${failed} of ${plural(checks.length, "check")} failed`} plain />;
}

const CHECKS = classes(
  LIST_ROWS,
  "border-t border-line *:grid *:grid-cols-[20px_minmax(0,1fr)_auto] *:gap-2.5 *:px-5 *:py-[9px] *:text-cell max-m:*:px-4",
  "max-m:[&>li>:last-child]:col-start-2 [&_p]:text-hint [&_p]:wrap-anywhere [&_p]:text-ink-2",
);

/** Failed checks with the node's reason. The others are folded. */
function Checks({ checks }: { checks: Health["checks"] }) {
  const failed = checks.filter(({ healthy }) => !healthy);
  const passed = checks.filter(({ healthy }) => healthy);
  return (
    <>
      {failed.length > 0 && (
        <ul className={CHECKS} aria-label="Failed health checks">
          {failed.map((check) => (
            <Check key={check.name} check={check} icon="bad" tone="bad" />
          ))}
        </ul>
      )}
      <details className={PANEL_NOTE}>
        <summary>{plural(passed.length, "health check")} passed</summary>
        <ul className={classes(CHECKS, "-mx-5 mt-2 -mb-3")} aria-label="Passed health checks">
          {passed.map((check) => (
            <Check key={check.name} check={check} icon="ok" tone="ok" />
          ))}
        </ul>
      </details>
    </>
  );
}

function Check(props: { check: Health["checks"][number]; icon: IconName; tone: "ok" | "bad" }) {
  const { name, error, message, failingSince } = props.check;
  return (
    <li>
      <span className={tone(props.tone)}>
        <Icon name={props.icon} />
      </span>
      <div>
        <b className="font-strong text-ink">{name}</b>
        {error !== undefined && <p>{error}</p>}
        {message !== undefined && <p className="font-mono tracking-snug">{message}</p>}
      </div>
      <span className="text-small text-ink-3">
        {failingSince !== undefined && `since ${formatInstant(failingSince)}`}
      </span>
    </li>
  );
}

/** A time in the node's form, RFC 3339. Any other text is shown as it is. */
function formatInstant(text: string): string {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? text : formatTime(ms);
}

function Peers({ peers: { count, versions } }: { peers: NonNullable<NodeOverview["peers"]> }) {
  const words = versions.slice(0, 3).map((one) => `${one.version} ${groupDigits(one.count)}`);
  return (
    <>
      {groupDigits(count)} connected
      {words.length > 0 && <Aside>{words.join(" · ")}</Aside>}
    </>
  );
}

function Names({ children }: { children: ReactNode }) {
  return <span className="flex flex-wrap items-center gap-x-4 gap-y-1.5 in-[td]:gap-1.5">{children}</span>;
}

/** A name with a tick, or with `otherwise`. `undefined` is not known. */
function Named(props: {
  name: string;
  isFine: boolean | undefined;
  otherwise: string;
  children?: ReactNode;
}) {
  const { name, isFine, otherwise, children } = props;
  return (
    <span className={tone(isFine ? "ok" : "warn")}>
      <Icon name={isFine ? "ok" : "ring"} />
      <Tag mono>{name.length > 16 ? `${name.slice(0, 6)}…${name.slice(-6)}` : name}</Tag>
      {isFine ? <span className="sr-only">yes</span> : isFine === undefined ? "not known" : otherwise}
      {children}
    </span>
  );
}

/** The node's own stake with its end, and the balances of its L1 validators. */
function Validates({ validator }: { validator: FirnValidator | undefined }) {
  const { period, l1Validations = [], time = 0 } = validator ?? {};
  return (
    <>
      <Fact label="Own validator">
        {period === undefined ? (
          "not a known validator of the Primary Network"
        ) : (
          <StakeEnd period={period} now={time} />
        )}
      </Fact>
      {l1Validations.map(({ validationId, subnetId, active, runsOutTimestamp }) => (
        <Fact
          key={validationId}
          label={
            <Link prefetch={false} href={hrefTo("validation", { id: validationId })}>
              L1 validator
            </Link>
          }
        >
          <HashLink value={subnetId} href={hrefTo("l1", { id: subnetId })} label="L1" copy={false} />
          <RunwayBar active={active} runsOut={runsOutTimestamp} inactiveSince={undefined} now={time} />
        </Fact>
      ))}
    </>
  );
}

/** A stake ends by chain time. */
function StakeEnd({ period, now }: { period: NonNullable<FirnValidator["period"]>; now: number }) {
  const { status, endTimestamp } = period;
  if (endTimestamp === undefined) return <>{status}</>;
  const left = endTimestamp - now;
  return (
    <>
      {status}, stake {left > 0 ? "ends" : "ended"} {formatDate(endTimestamp * 1000)}
      {left > 0 && <Aside>in {formatLeft(left * 1000)} of chain time</Aside>}
    </>
  );
}
