"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { BlockAge } from "@/components/list/block/block-age";
import { useStatus } from "@/components/live/use-status";
import { AskError } from "@/components/state/ask";
import { missingBlocks } from "@/components/status/missing";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAIN_LETTERS, CHAINS, type Chain } from "@/components/ui/chains";
import { classes } from "@/components/ui/classes";
import { useNow } from "@/components/ui/clock";
import { Icon } from "@/components/ui/icon";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";
import { formatDuration, groupDigits, plural } from "@/lib/words/format";
import { measuredLag } from "./acceptance-lag";
import { healthOf, healthWithout } from "./health";

const FIGURE = "flex min-w-0 items-center gap-1.5";

const SEPARATOR = "-mx-1.5 h-3 w-px bg-line-2 max-m:hidden";

const HEALTH_LOOKS = { ok: "text-ok", warn: "text-warn", bad: "text-bad" } as const;

/**
 * Health, problem, version, heads, acceptance lag, indexing time, network: what does not fit is cut at the end. Only
 * changes of health are read out. `fault` is the HTTP status received instead of `initial`.
 */
export function StatusStrip({ initial, fault }: { initial: FirnStatus | undefined; fault: number }) {
  const { status, fault: latest } = useStatus(initial);
  const now = useNow();
  const httpStatus = latest instanceof AskError ? latest.status : fault;
  const health = status === undefined || latest !== null ? healthWithout(httpStatus) : healthOf(status, now);
  return (
    <section
      className="border-b border-line bg-sunken text-fine text-ink-2 [&_b]:font-strong [&_b]:text-ink"
      aria-label="Node status"
    >
      <div className="mx-auto flex h-8 max-w-page items-center gap-5 overflow-hidden px-gutter whitespace-nowrap *:flex-none max-m:gap-3.5">
        <span className={classes(FIGURE, "font-strong", HEALTH_LOOKS[health.tone])}>
          <Icon name={health.icon} small />
          {health.text}
        </span>
        <Announced text={health.text} />
        {status !== undefined && <Problem status={status} />}
        {status !== undefined && <Figures status={status} isWell={health.tone === "ok"} />}
      </div>
    </section>
  );
}

/** Says a change of health to a screen reader, and nothing while only a number in it counts. */
function Announced({ text }: { text: string }) {
  const said = text.replace(/,? ?[<>\d][\d.,\s]*(ms|s|min|h|d|y|%)(?=\s|$)/g, "");
  return (
    <span className="sr-only" role="status">
      {said}
    </span>
  );
}

/** On mobile a problem replaces the lag. */
function Figures({ status, isWell }: { status: FirnStatus; isWell: boolean }) {
  const stream = status.streams.find((one) => one.stream === "P/block");
  const lag = measuredLag(status.streams);
  const [client, version] = (status.node.version ?? "").split("/");
  return (
    <>
      {version !== undefined && (
        <span className={classes(FIGURE, "max-l:hidden")}>
          {client} <b>{version}</b>
        </span>
      )}
      <span className={SEPARATOR} />
      {CHAIN_LETTERS.map((chain) => (
        <Head key={chain} chain={chain} status={status} />
      ))}
      <span className={SEPARATOR} />
      <span className={isWell ? undefined : "max-m:hidden"}>
        <Figure
          label="acceptance lag"
          title="Time from a block’s own timestamp to this node accepting it, median"
        >
          {lag === undefined ? "unknown" : formatDuration(lag.median)}
        </Figure>
      </span>
      {stream?.indexedInMs !== undefined && (
        <span className="max-l:hidden">
          <Figure label="indexed in" title="Time from the bytes of the newest block to the store">
            {formatDuration(stream.indexedInMs)}
          </Figure>
        </span>
      )}
      <Link
        className={classes(FIGURE, "text-inherit max-m:hidden last:ml-auto")}
        href={hrefTo("status")}
        prefetch={false}
        title="What is indexed and how fresh it is"
      >
        {status.network.name}
      </Link>
    </>
  );
}

/** Newest block of a chain with its age. A phone has room for the C-Chain's only. */
function Head({ chain, status }: { chain: Chain; status: FirnStatus }) {
  const { letter, stream } = CHAINS[chain];
  const head = status.streams.find((one) => one.stream === stream)?.indexedHead;
  if (head === undefined) return null;
  return (
    <span className={classes(FIGURE, chain !== "c" && "max-m:hidden")}>
      <ChainTag chain={letter} />
      <b>{groupDigits(head.height)}</b>
      <BlockAge time={head.time} />
    </span>
  );
}

function Figure({ label, title, children }: { label: string; title: string; children: ReactNode }) {
  return (
    <span className={FIGURE} title={title}>
      {label} <b>{children}</b>
    </span>
  );
}

/** The worst problem: a stopped stream, or blocks missing from the node's index. */
function Problem({ status: { streams } }: { status: FirnStatus }) {
  const stopped = streams.filter(({ state }) => state === "stopped").length;
  const gaps = streams.filter((stream) => missingBlocks(stream) > 0).length;
  if (stopped + gaps === 0) return null;
  return (
    <Link
      className={classes(FIGURE, stopped > 0 ? "text-bad" : "text-warn")}
      href={stopped > 0 ? hrefTo("status") : hrefTo("index")}
      prefetch={false}
    >
      <Icon name="alert" small />
      {stopped > 0 ? `${plural(stopped, "stream")} stopped` : plural(gaps, "index gap")}
    </Link>
  );
}
