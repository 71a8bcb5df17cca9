import type { Metadata } from "next";
import Link from "next/link";
import { definePage } from "@/app/define-page";
import { api, failureOf, readStatus, toResult } from "@/app/server";
import { formatLeftOut } from "@/components/chart/lag";
import { NeedsAttention } from "@/components/home/needs-attention";
import { measuredLag } from "@/components/layout/acceptance-lag";
import { healthOf } from "@/components/layout/health";
import { LiveRefresh } from "@/components/live/live-refresh";
import { Failure } from "@/components/state/failure";
import { RetryButton } from "@/components/state/retry-button";
import { EvmChains } from "@/components/status/evm-chains";
import { storedContainers } from "@/components/status/missing";
import { NetworkUpgrades } from "@/components/status/network-upgrades";
import { StreamFailure } from "@/components/status/stream-failure";
import { StreamTracks } from "@/components/status/stream-tracks";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { PAIR, STACK } from "@/components/ui/layout";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { Stat, Stats, Words } from "@/components/ui/stats";
import { TimeAgo } from "@/components/ui/time-ago";
import { getAlerts } from "@/lib/contract/firn/alerts";
import type { DatabaseServer, FirnStatus } from "@/lib/contract/firn/status";
import { getUpgrades } from "@/lib/contract/firn/upgrades";
import { hrefTo } from "@/lib/contract/pages";
import { describeError, FirnError } from "@/lib/errors";
import { formatBytes, formatDuration, groupDigits, plural } from "@/lib/words/format";
import { storeName } from "@/lib/words/store-name";

export const metadata: Metadata = { title: "Status" };

export default definePage("status", StatusPage);

async function StatusPage() {
  const [status, alerts, upgrades] = await Promise.all([
    readStatus(),
    toResult(api().get(getAlerts, { params: {} })),
    toResult(api().get(getUpgrades, { params: {} })),
  ]);
  return (
    <>
      <LiveRefresh />
      <PageHead
        eyebrow="This Firn and its node"
        title="What is indexed, and how fresh it is"
        actions={<RetryButton>Check again</RetryButton>}
      />
      {status instanceof FirnError ? (
        <Failure what="the status of Firn" failure={failureOf(status)} />
      ) : (
        <div className={STACK}>
          <Figures status={status} />
          <StreamTracks streams={status.streams} />
          {failing(status).map((stream) => (
            <StreamFailure key={stream.stream} stream={stream} />
          ))}
          {alerts instanceof FirnError ? (
            <Failure what="what needs attention" failure={failureOf(alerts)} />
          ) : (
            <NeedsAttention initial={alerts.alerts} here command={process.env.FIRN_COMMAND} />
          )}
          <EvmChains streams={status.streams} />
          <div className={PAIR}>
            <NodeFacts status={status} />
            <FirnFacts status={status} />
          </div>
          {upgrades instanceof FirnError ? (
            <Panel title="Network upgrades" padded>
              Not known: {describeError(upgrades)}.
            </Panel>
          ) : (
            <NetworkUpgrades upgrades={upgrades} nowMs={Date.now()} />
          )}
        </div>
      )}
    </>
  );
}

/** If the node is away, streams that wait for it are not listed: the page says so once. */
function failing({ node, streams }: FirnStatus): FirnStatus["streams"] {
  return streams.filter(({ state, evm }) => node.reachable || evm !== undefined || state === "stopped");
}

function Figures({ status }: { status: FirnStatus }) {
  const stored = status.streams.map(storedContainers).reduce((sum, { first, end }) => sum + end - first, 0);
  const unknown = status.streams.filter(({ behind }) => behind === undefined).length;
  const behind = status.streams.reduce((sum, stream) => sum + (stream.behind ?? 0), 0);
  const lag = measuredLag(status.streams);
  const figures = [
    <Stat key="health" label="Health" value={<Words>{healthOf(status, Date.now()).text}</Words>} />,
    <Stat
      key="stored"
      label="Blocks and transactions stored"
      value={groupDigits(stored)}
      detail={`in ${plural(status.streams.length, "stream")}`}
    />,
    <Stat
      key="behind"
      label="Behind the node"
      value={unknown === status.streams.length ? "unknown" : groupDigits(behind)}
      detail={unknown === 0 ? "containers" : `containers, and ${plural(unknown, "stream")} unknown`}
    />,
    lag !== undefined && (
      <Stat
        key="lag"
        label="Acceptance lag"
        value={formatDuration(lag.median)}
        unit="median"
        detail={`${formatDuration(lag.p95)} at 95th percentile${formatLeftOut(lag.notAcceptedLive)}`}
      />
    ),
    <Stat
      key="store"
      label="Store"
      value={formatBytes(status.store.sizeBytes)}
      detail={status.store.servers === undefined ? "on this machine" : "in PostgreSQL"}
    />,
  ].filter((figure) => figure !== false);
  return <Stats count={figures.length}>{figures}</Stats>;
}

function NodeFacts({ status: { node } }: { status: FirnStatus }) {
  return (
    <Panel
      title="Node"
      actions={
        <Link href={hrefTo("node")} prefetch={false}>
          What it says of itself
        </Link>
      }
    >
      <KeyValue>
        <Fact label="Answers">{node.reachable ? "yes" : "no"}</Fact>
        <Fact label="Bootstrapped">{formatBootstrapped(node)}</Fact>
        <Fact label="Healthy">{formatHealthy(node)}</Fact>
        {node.error !== undefined && <Fact label="Error">{node.error}</Fact>}
        {node.url !== undefined && (
          <Fact label="Address">
            <span className="font-mono text-mono">{node.url}</span>
          </Fact>
        )}
        {node.candidates?.map(({ url, isUsed, reason }) =>
          isUsed ? (
            reason !== undefined && (
              <Fact key={url} label="Not ready">
                {reason}
              </Fact>
            )
          ) : (
            <Fact key={url} label="Other node">
              <span className="font-mono text-mono">{url}</span>
              <span className="text-ink-2">{reason ?? "ready"}</span>
            </Fact>
          ),
        )}
        {node.version !== undefined && <Fact label="Version">{node.version}</Fact>}
        {node.nodeId !== undefined && (
          <Fact label="Id">
            <HashLink
              value={node.nodeId}
              href={hrefTo("validator", { id: node.nodeId })}
              label="node id"
              grain
            />
          </Fact>
        )}
        {node.checkedAt !== undefined && (
          <Fact label="Checked">
            <TimeAgo at={node.checkedAt} ago />
          </Fact>
        )}
      </KeyValue>
    </Panel>
  );
}

function formatBootstrapped({ bootstrapping }: FirnStatus["node"]): string {
  if (bootstrapping === undefined) return "unknown";
  return bootstrapping.length === 0 ? "yes" : `not yet: ${bootstrapping.join(", ")}`;
}

function formatHealthy({ healthy, failingChecks = [], peers }: FirnStatus["node"]): string {
  if (healthy === undefined) return "unknown";
  return healthy
    ? "yes"
    : `no: ${failingChecks.join(", ") || "no reason given"}${peers === 0 ? ", without peers" : ""}`;
}

function FirnFacts({ status: { version, network, store } }: { status: FirnStatus }) {
  return (
    <Panel title="Firn">
      <KeyValue>
        <Fact label="Version">{version}</Fact>
        <Fact label="Network">{network.name}</Fact>
        <Fact label="Network id">{network.id}</Fact>
        <Fact label="Network name in the API">{network.servedAs}</Fact>
        <Fact label="Address prefix">
          <span className="font-mono text-mono">{network.hrp}</span>
        </Fact>
        <Fact label="Store schema">{store.schemaVersion}</Fact>
        {store.servers?.map((server) => (
          <Fact key={server.at} label={SERVERS[server.role]}>
            {describeServer(server)}
          </Fact>
        ))}
      </KeyValue>
    </Panel>
  );
}

const SERVERS = { primary: "Database", replica: "Replica", worker: "Server" } as const;

function describeServer(server: DatabaseServer): string {
  const { at, version, error, behindBytes = 0, lagMs = 0, stores } = server;
  if (stores !== undefined) return `${at}, holds ${stores.map(storeName).join(", ") || "nothing"}`;
  if (error !== undefined) return `${at}: ${error}`;
  const behind = behindBytes > 0 ? `, ${formatDuration(lagMs)} (${formatBytes(behindBytes)}) behind` : "";
  return `${at}, PostgreSQL ${version}${behind}`;
}
