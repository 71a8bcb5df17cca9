import type { Metadata } from "next";
import { definePage, type PageProps } from "@/app/define-page";
import { Part, soon } from "@/app/part";
import { api, currentNode, readStatus, toResult } from "@/app/server";
import { LiveRefresh } from "@/components/live/live-refresh";
import { Disk, Identity, Prices, Uptime } from "@/components/node/facts";
import { Heads } from "@/components/node/heads";
import { HealthChecks } from "@/components/node/health-checks";
import { Measures } from "@/components/node/measures";
import { NODE_QUERY, NODE_STEPS, type NodeChartQuery } from "@/components/node/node-charts";
import { NodeHistory } from "@/components/node/node-history";
import { Peers } from "@/components/node/peers";
import { RetryButton } from "@/components/state/retry-button";
import { NetworkUpgrades } from "@/components/status/network-upgrades";
import { PAIR, STACK } from "@/components/ui/layout";
import { PageHead } from "@/components/ui/page-head";
import { listNodeHistory } from "@/lib/contract/firn/observed";
import { getUpgrades } from "@/lib/contract/firn/upgrades";
import { hrefTo } from "@/lib/contract/pages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

export const metadata: Metadata = { title: "Node" };

export default definePage("node", NodePage);

/** What the node says of itself now. Each part fails alone; what Firn has stored is asked of its API. */
async function NodePage({ query }: PageProps<"node">) {
  const node = await currentNode();
  const answers = await soon("node", {
    identity: toResult(node.identity()),
    health: withStatus(node.health()),
    peers: toResult(node.peers()),
    uptime: toResult(node.uptime()),
    heads: withStatus(node.heads()),
    prices: toResult(node.prices()),
    measures: toResult(node.measures()),
    upgrades: toResult(api().get(getUpgrades, { params: {} })),
    history: toResult(readHistory(query)),
  });
  const own = answers.identity;
  const ownVersion = own instanceof Promise || own instanceof FirnError ? undefined : own.version;
  return (
    <>
      <LiveRefresh />
      <PageHead
        eyebrow={<span className="font-mono text-small">{node.url}</span>}
        title="Your node, as it sees itself now"
        actions={<RetryButton>Ask again</RetryButton>}
      />
      <div className={STACK}>
        <div className={PAIR}>
          <Part what="the node’s identity" answer={answers.identity}>
            {(identity) => <Identity {...identity} />}
          </Part>
          <Part what="the node’s uptime" answer={answers.uptime}>
            {(uptime) => <Uptime {...uptime} />}
          </Part>
        </div>
        <Part what="the node’s heads" answer={answers.heads}>
          {(heads) => <Heads {...heads} />}
        </Part>
        <Part what="the node’s health" answer={answers.health}>
          {(health) => <HealthChecks {...health} />}
        </Part>
        <Part what="the node’s peers" answer={answers.peers}>
          {(peers) => <Peers {...peers} ownVersion={ownVersion} />}
        </Part>
        <Part what="what the node said before" answer={answers.history}>
          {({ page, path }) => (
            <NodeHistory
              key={hrefTo("node", {}, NODE_QUERY.write(query))}
              {...query}
              path={path}
              first={page}
            />
          )}
        </Part>
        <div className={PAIR}>
          <Part what="the node’s prices" answer={answers.prices}>
            {(prices) => <Prices {...prices} />}
          </Part>
          <Part what="the node’s disk" answer={answers.health}>
            {({ askedAt, checks }) => (
              <Disk askedAt={askedAt} disk={checks.find(({ disk }) => disk !== undefined)?.disk} />
            )}
          </Part>
        </div>
        <Part what="the node’s measurements" answer={answers.measures}>
          {(said) => <Measures {...said} />}
        </Part>
        <Part what="the network’s upgrades" answer={answers.upgrades}>
          {(upgrades) => <NetworkUpgrades upgrades={upgrades} nowMs={Date.now()} />}
        </Part>
      </div>
    </>
  );
}

/** What Firn has written down of the node, before a time. @throws FirnError */
async function readHistory({ step, to }: NodeChartQuery) {
  const request = { params: {}, query: { timeInterval: step, before: to, pageSize: NODE_STEPS } };
  return { page: await api().get(listNodeHistory, request), path: fillRoute(listNodeHistory, request) };
}

/** The node's answer beside Firn's status, which it does not depend on. */
async function withStatus<T extends object>(answer: Promise<T>) {
  const [heads, status] = await Promise.all([toResult(answer), readStatus()]);
  return heads instanceof FirnError
    ? heads
    : { ...heads, status: status instanceof FirnError ? undefined : status };
}
