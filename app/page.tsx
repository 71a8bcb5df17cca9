import type { Metadata } from "next";
import { readListedBlocks } from "@/app/[chain]/blocks/blocks";
import { readEvmChains } from "@/app/[chain]/evm-chain";
import { describeBlocks } from "@/app/[chain]/txs/sentences";
import { readTxs } from "@/app/[chain]/txs/txs";
import { type ChartSeries, readPace, readSeries } from "@/app/charts/charts";
import { definePage, type PageProps } from "@/app/define-page";
import { Part, soon } from "@/app/part";
import { api, brand, failureOf, readStatus, toResult } from "@/app/server";
import type { HomeChart } from "@/components/chart/chart-params";
import { summarizeLag } from "@/components/chart/lag";
import { LagChart } from "@/components/chart/lag-chart";
import { lastDaysOf } from "@/components/chart/series-stats";
import { TpsPanel } from "@/components/chart/tps-panel";
import type { EvmChain } from "@/components/evm/chain";
import { describeHistory } from "@/components/evm/history";
import { describeFoundTx } from "@/components/evm/tx/describe-evm-tx";
import { statusOf } from "@/components/evm/tx/failure-words";
import { CoreChoice } from "@/components/home/core-choice";
import { CoreColumn } from "@/components/home/core-column";
import { Hero } from "@/components/home/hero";
import { type KeyFigures, KeyStats } from "@/components/home/key-stats";
import { L1Chains } from "@/components/home/l1-chains";
import { type LatestTx, LatestTxs } from "@/components/home/latest-txs";
import { NeedsAttention } from "@/components/home/needs-attention";
import { containerName, rowFactsOf } from "@/components/list/tx/tx-facts";
import { LiveRefresh } from "@/components/live/live-refresh";
import { Failure } from "@/components/state/failure";
import { CHAIN_LETTERS, CHAINS, type Chain } from "@/components/ui/chains";
import { MAIN_AND_SIDE } from "@/components/ui/layout";
import { getAcceptance } from "@/lib/contract/firn/acceptance";
import { getAlerts } from "@/lib/contract/firn/alerts";
import { searchTransactions } from "@/lib/contract/firn/evm-tx-search";
import { listL1s } from "@/lib/contract/firn/l1s";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { getStakeSummary } from "@/lib/contract/firn/validators";
import { hrefTo } from "@/lib/contract/pages";
import type { RouteBody } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

export const generateMetadata = (): Metadata => ({ title: { absolute: brand().name } });

const HOME = "[&>*+*]:mt-6 max-m:[&>*+*]:mt-4 [&>:first-child+*]:mt-0!";

const CORES = "grid grid-cols-3 gap-6 max-l:grid-cols-2 max-l:gap-4 max-m:grid-cols-1";

/** Rows of the core and of the latest transactions. */
const ROWS = 7;
/** EVM chains whose transactions are asked for. */
const MOST_CHAINS = 6;

export default definePage("home", HomePage);

async function HomePage({ query: chart }: PageProps<"home">) {
  const status = await readStatus();
  if (status instanceof FirnError)
    return (
      <div className={HOME}>
        <Hero network={undefined} height={undefined} evmChainId={undefined} words={brand().home} />
        <Failure what="what is indexed" failure={failureOf(status)} />
      </div>
    );
  const { txs, key, charts, alerts, ...cores } = await soon("store", {
    ...askHome(chart),
    alerts: toResult(api().get(getAlerts, { params: {} })),
  });
  return (
    <div className={HOME}>
      <LiveRefresh />
      <Hero
        network={status.network}
        height={headOf(status)}
        words={brand().home}
        evmChainId={status.streams.find(({ evm }) => evm?.isCChain)?.evm?.chainId}
      />
      <Part what="the key figures" answer={key}>
        {(figures) => <KeyStats {...figures} />}
      </Part>
      <div className={CORES}>
        <CoreChoice />
        {CHAIN_LETTERS.map((chain) => (
          <Part key={chain} what={`the newest ${CHAINS[chain].name} blocks`} answer={cores[chain]}>
            {(core) => <CoreColumn chain={chain} status={status} {...core} />}
          </Part>
        ))}
      </div>
      <L1Chains initial={status} />
      <Part what="the charts" answer={charts}>
        {(shown) => <Charts chart={chart} {...shown} />}
      </Part>
      <div className={MAIN_AND_SIDE}>
        <Part what="the latest transactions" answer={txs}>
          {(latest) => <LatestTxs txs={latest} />}
        </Part>
        <Part what="what needs attention" answer={alerts}>
          {({ alerts: initial }) => <NeedsAttention initial={initial} command={process.env.FIRN_COMMAND} />}
        </Part>
      </div>
    </div>
  );
}

/** Height of the newest C-Chain block, as an example of what to search for. */
function headOf({ streams }: FirnStatus): number | undefined {
  return streams.find(({ stream }) => stream === CHAINS.c.stream)?.indexedHead?.height;
}

type Charts = Exclude<Awaited<ReturnType<typeof askHome>["charts"]>, FirnError>;

/** The two charts; without C-Chain transactions only one. */
function Charts({ chart, tps, lag, counted }: Charts & { chart: HomeChart }) {
  const [series] = tps instanceof FirnError ? [] : tps.series;
  const isEmpty = !(tps instanceof FirnError) && series === undefined;
  const summary = lag instanceof FirnError ? undefined : summarizeLag(lag.points);
  return (
    <div className={isEmpty ? CORES : MAIN_AND_SIDE} data-cores={isEmpty ? "" : undefined}>
      {tps instanceof FirnError ? (
        <Failure what="transactions per second" failure={failureOf(tps)} />
      ) : (
        series !== undefined && (
          <TpsPanel series={series} first={tps.first} path={tps.path} chart={chart} note={counted} />
        )
      )}
      {lag instanceof FirnError ? (
        <Failure what="the acceptance lag" failure={failureOf(lag)} />
      ) : (
        summary !== undefined && <LagChart {...lag} summary={summary} />
      )}
    </div>
  );
}

/** Every part of the home page is asked for alone, and fails alone. */
function askHome({ span, to }: HomeChart) {
  const evms = toResult(readEvmChains()).then((chains) => (chains instanceof FirnError ? [] : chains));
  const evm = evms.then((chains) => chains.find(({ segment }) => segment === "c"));
  const blocksOf = (chain: Chain) => toResult(readListedBlocks(chain, {}, { pageSize: ROWS }));
  const p = blocksOf("p");
  const drawn = { name: "tps", step: "day", span: Number(span), chains: ["c"] } as const;
  const readTps = (before?: number) => toResult(readSeries({ ...drawn, chains: ["c"], to: before }));
  const tps = readTps();
  const lag = toResult(api().get(getAcceptance, { params: {}, query: { chain: "p" } }));
  return {
    p: coreOf(p, [CHAINS.p.stream]),
    x: coreOf(blocksOf("x"), [CHAINS.x.stream]),
    c: evm.then((chain) =>
      coreOf(blocksOf("c"), [CHAINS.c.stream, ...(chain ? [`EVM ${chain.evmChainId}`] : [])]),
    ),
    txs: toResult(evms.then(readLatestTxs)),
    key: toResult(readKeyFigures({ evm, p, tps, lag })),
    charts: readCharts({ evm, tps: to === undefined ? tps : readTps(to), lag }),
  };
}

type ListedBlocks = Awaited<ReturnType<typeof readListedBlocks>>;

async function coreOf(blocks: Promise<ListedBlocks | FirnError>, streams: readonly string[]) {
  const listed = await blocks;
  return listed instanceof FirnError ? listed : { ...listed, streams };
}

interface Asked {
  evm: Promise<EvmChain | undefined>;
  p: Promise<ListedBlocks | FirnError>;
  tps: Promise<Awaited<ReturnType<typeof readSeries>> | FirnError>;
  lag: Promise<RouteBody<typeof getAcceptance> | FirnError>;
}

async function readCharts({ evm, tps, lag }: Omit<Asked, "p">) {
  const chain = await evm;
  return { tps: await tps, lag: await lag, counted: chain && describeHistory(chain, "figures") };
}

/** The key figures; those that could not be read are errors. */
async function readKeyFigures({ evm, p, tps, lag }: Asked): Promise<KeyFigures> {
  const chain = await evm;
  const [pace, stake, l1s] = await Promise.all([
    readPace(chain === undefined ? [] : [chain.evmChainId]),
    toResult(api().get(getStakeSummary, { params: {} })),
    toResult(api().get(listL1s, { params: {}, query: { pageSize: 1 } })),
  ]);
  const [blocks, series, accepted] = await Promise.all([p, tps, lag]);
  const activeValidators =
    blocks instanceof FirnError ? undefined : blocks.page.blocks[0]?.activeL1Validators;
  return {
    tps: series instanceof FirnError ? series : tpsOf(series, pace),
    lag: accepted instanceof FirnError ? accepted : lagOf(accepted),
    stake,
    l1s: l1s instanceof FirnError ? l1s : { count: l1s.l1Count, activeValidators },
  };
}

function lagOf({ points, notAcceptedLive }: RouteBody<typeof getAcceptance>) {
  const summary = summarizeLag(points);
  return summary && { summary, notAcceptedLive };
}

/** Now and yesterday, by the wall clock. Seconds of a minute without transactions count too. */
function tpsOf({ series, first }: ChartSeries, [minute]: Awaited<ReturnType<typeof readPace>>) {
  if (series.length === 0) return undefined;
  const { yesterday } = lastDaysOf(first.rows, series);
  return { lastMinute: minute && minute.transactions / minute.seconds, yesterday };
}

/** The newest transactions of all chains, newest first. In the same second the order is that of the chains. */
async function readLatestTxs(chains: readonly EvmChain[]): Promise<LatestTx[]> {
  const lists = await Promise.all([
    ...CHAIN_LETTERS.map(readLatestOf),
    ...chains.slice(0, MOST_CHAINS).map(readLatestEvm),
  ]);
  const newest = lists
    .flat()
    .toSorted((a, b) => (b.time ?? 0) - (a.time ?? 0))
    .slice(0, ROWS);
  return Promise.all(
    newest.map(async ({ readSentence, ...tx }) => ({ ...tx, sentence: await readSentence() })),
  );
}

type UndescribedTx = Omit<LatestTx, "sentence"> & { readSentence: () => Promise<string> };

/** Transactions of P and X, and atomic ones of C, whose bytes say what they do. */
async function readLatestOf(chain: Chain): Promise<UndescribedTx[]> {
  const { page } = await readTxs(chain, {}, { pageSize: ROWS });
  return page.transactions.map((tx) => {
    const facts = rowFactsOf(tx);
    const { txHash: id, time, txType } = facts;
    const readSentence = async () => (await describeBlocks(chain, [containerName(facts)]))[id] ?? txType;
    return {
      tag: CHAINS[chain].letter,
      id,
      href: hrefTo("tx", { chain, id }),
      status: "accepted",
      time,
      isInVertex: "vertex" in facts.container,
      readSentence,
    };
  });
}

async function readLatestEvm({ evmChainId, segment, tag, symbol }: EvmChain): Promise<UndescribedTx[]> {
  const request = { params: { chainId: evmChainId }, query: { pageSize: ROWS } };
  const page = await toResult(api().get(searchTransactions, request));
  if (page instanceof FirnError) return [];
  return page.transactions.map((tx) => ({
    tag,
    id: tx.txHash,
    href: hrefTo("tx", { chain: segment, id: tx.txHash }),
    time: tx.blockTimestamp,
    ...statusOf(tx),
    readSentence: async () => describeFoundTx(tx, symbol),
  }));
}
