import type { Metadata } from "next";
import { readListedBlocks } from "@/app/[chain]/blocks/blocks";
import { findEvmChain } from "@/app/[chain]/evm-chain";
import { describeBlocks } from "@/app/[chain]/txs/sentences";
import { readTxs } from "@/app/[chain]/txs/txs";
import { readPace, readSeries } from "@/app/charts/charts";
import { definePage, type PageProps } from "@/app/define-page";
import { api, failureOf, readStatus, toResult } from "@/app/server";
import type { HomeSpan } from "@/components/chart/chart-params";
import { summarizeLag } from "@/components/chart/lag";
import { LagChart } from "@/components/chart/lag-chart";
import { mergeSeries, type Series } from "@/components/chart/series";
import { lastDaysOf } from "@/components/chart/series-stats";
import { TpsPanel } from "@/components/chart/tps-panel";
import type { EvmChain } from "@/components/evm/chain";
import { describeNativeTx } from "@/components/evm/tx/describe-evm-tx";
import { attentionOf } from "@/components/home/attention";
import { CoreChoice } from "@/components/home/core-choice";
import { CoreColumn } from "@/components/home/core-column";
import { Hero } from "@/components/home/hero";
import { KeyStats } from "@/components/home/key-stats";
import { type LatestTx, LatestTxs } from "@/components/home/latest-txs";
import { NeedsAttention } from "@/components/home/needs-attention";
import { containerName, rowFactsOf } from "@/components/list/tx/tx-facts";
import { Failure } from "@/components/state/failure";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { CHAIN_LETTERS, CHAINS, type Chain } from "@/components/ui/chains";
import { MAIN_AND_SIDE } from "@/components/ui/layout";
import { listLatestTransactions } from "@/lib/contract/data/evm-transactions";
import { getAcceptance } from "@/lib/contract/firn/acceptance";
import { listL1s } from "@/lib/contract/firn/l1s";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { getStakeSummary } from "@/lib/contract/firn/validators";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

export const metadata: Metadata = { title: { absolute: "Firn" } };

const HOME = "[&>*+*]:mt-6 max-m:[&>*+*]:mt-4 [&>:first-child+*]:mt-0!";

const CORES = "grid grid-cols-3 gap-6 max-l:grid-cols-2 max-l:gap-4 max-m:grid-cols-1";

/** Rows of the core and of the latest transactions. */
const ROWS = 7;

export default definePage("home", HomePage);

async function HomePage({ query: { span } }: PageProps<"home">) {
  const status = await readStatus();
  if (status instanceof FirnError)
    return (
      <div className={HOME}>
        <Hero network={undefined} height={undefined} />
        <Failure what="what is indexed" failure={failureOf(status)} />
      </div>
    );
  const found = await toResult(readHome(span));
  return (
    <div className={HOME}>
      <Hero network={status.network.name} height={headOf(status)} />
      <NodeAwayNotice status={status} />
      {found instanceof FirnError ? (
        <Failure what="the newest blocks" failure={failureOf(found)} />
      ) : (
        <Overview status={status} span={span} {...found} />
      )}
    </div>
  );
}

type Home = Awaited<ReturnType<typeof readHome>>;

/** Height of the newest C-Chain block, as an example of what to search for. */
function headOf({ streams }: FirnStatus): number | undefined {
  return streams.find(({ stream }) => stream === CHAINS.c.stream)?.indexedHead?.height;
}

function Overview(props: Home & { status: FirnStatus; span: HomeSpan }) {
  const { status, span, cores, txs, acceptance, tps, pace, stake, l1s } = props;
  const summary = summarizeLag(acceptance.points);
  const lag = summary && { ...acceptance, summary };
  return (
    <>
      <KeyStats tps={tps && tpsOf(tps, pace)} lag={lag} stake={stake} l1s={l1s} />
      <div className={CORES}>
        <CoreChoice />
        {CHAIN_LETTERS.map((chain) => (
          <CoreColumn key={chain} chain={chain} status={status} {...cores[chain]} />
        ))}
      </div>
      <div
        className={tps === undefined ? CORES : MAIN_AND_SIDE}
        data-cores={tps === undefined ? "" : undefined}
      >
        {tps !== undefined && <TpsPanel series={tps} span={span} />}
        {lag !== undefined && <LagChart {...lag} />}
      </div>
      <div className={MAIN_AND_SIDE}>
        <LatestTxs txs={txs} />
        <NeedsAttention items={attentionOf(status, Date.now())} />
      </div>
    </>
  );
}

/** What the home page shows. @throws FirnError */
async function readHome(span: HomeSpan) {
  const evm = await toResult(findEvmChain("c"));
  const cChain = evm instanceof FirnError ? undefined : evm;
  const [p, x, c, txs, tps, pace, acceptance, stake, l1s] = await Promise.all([
    readListedBlocks("p", {}, { pageSize: ROWS }),
    readListedBlocks("x", {}, { pageSize: ROWS }),
    readListedBlocks("c", {}, { pageSize: ROWS }),
    readLatestTxs(cChain),
    toResult(readSeries({ name: "tps", step: "day", span: Number(span), chains: ["c"] })),
    readPace(cChain === undefined ? [] : [cChain.evmChainId]),
    api().get(getAcceptance, { params: {}, query: { chain: "p" } }),
    toResult(api().get(getStakeSummary, { params: {} })),
    toResult(api().get(listL1s, { params: {}, query: { pageSize: 1 } })),
  ]);
  const activeValidators = p.page.blocks[0]?.activeL1Validators;
  const [series] = tps instanceof FirnError ? [] : tps.series;
  return {
    cores: {
      p: { ...p, streams: [CHAINS.p.stream] },
      x: { ...x, streams: [CHAINS.x.stream] },
      c: { ...c, streams: [CHAINS.c.stream, ...(cChain ? [`EVM ${cChain.evmChainId}`] : [])] },
    },
    txs,
    acceptance,
    pace,
    stake: stake instanceof FirnError ? undefined : stake,
    l1s:
      l1s instanceof FirnError || activeValidators === undefined
        ? undefined
        : { count: l1s.l1Count, activeValidators },
    tps: series !== undefined && series.first.results.length > 0 ? series : undefined,
  };
}

/** Now and yesterday, by the wall clock. Seconds of a minute without transactions count too. */
function tpsOf({ segment, first }: Series, [minute]: Home["pace"]) {
  const { yesterday } = lastDaysOf(mergeSeries({ [segment]: first.results }));
  return { lastMinute: minute && minute.transactions / minute.seconds, yesterday };
}

/** The newest transactions of all chains, newest first. In the same second the order is that of the chains. */
async function readLatestTxs(chain: EvmChain | undefined): Promise<LatestTx[]> {
  const lists = await Promise.all([
    ...CHAIN_LETTERS.map(readLatestOf),
    ...(chain === undefined ? [] : [readLatestEvm(chain)]),
  ]);
  const newest = lists
    .flat()
    .toSorted((a, b) => b.time - a.time)
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
      readSentence,
    };
  });
}

async function readLatestEvm({ evmChainId, segment, tag, symbol }: EvmChain): Promise<UndescribedTx[]> {
  const request = { params: { chainId: evmChainId }, query: { pageSize: ROWS } };
  const page = await toResult(api().get(listLatestTransactions, request));
  if (page instanceof FirnError) return [];
  return page.transactions.map((tx) => ({
    ...{ tag, id: tx.txHash, href: hrefTo("tx", { chain: segment, id: tx.txHash }), time: tx.blockTimestamp },
    status: tx.txStatus === "0" ? ("reverted" as const) : ("success" as const),
    readSentence: async () => describeNativeTx(tx, symbol).present,
  }));
}
