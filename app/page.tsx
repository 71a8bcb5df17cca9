import type { Metadata } from "next";
import { readBlocks } from "@/app/[chain]/blocks/blocks";
import { tellBlocks } from "@/app/[chain]/txs/sentences";
import { readTxs } from "@/app/[chain]/txs/txs";
import { api, readStatus, settle, troubleOf } from "@/app/server";
import { summarizeLag } from "@/components/chart/lag";
import { LagChart } from "@/components/chart/lag-chart";
import { attentionOf } from "@/components/home/attention";
import { CoreColumn } from "@/components/home/core-column";
import { Hero } from "@/components/home/hero";
import { KeyFigures } from "@/components/home/key-figures";
import { type LatestTx, LatestTxs } from "@/components/home/latest-txs";
import { NeedsAttention } from "@/components/home/needs-attention";
import { placeName, rowFactsOf } from "@/components/list/tx-facts";
import { Failure } from "@/components/state/failure";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { CHAIN_LETTERS } from "@/components/ui/chains";
import { getAcceptance } from "@/lib/contract/firn/acceptance";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { FirnError } from "@/lib/errors";

export const metadata: Metadata = { title: { absolute: "Firn" } };

/** Rows of the core and of the latest transactions. */
const ROWS = 7;

export default async function HomePage() {
  const status = await readStatus();
  if (status instanceof FirnError)
    return (
      <div className="home">
        <Hero network={undefined} />
        <Failure what="what is indexed" trouble={troubleOf(status)} />
      </div>
    );
  const found = await settle(readHome());
  return (
    <div className="home">
      <Hero network={status.network.name} />
      <NodeAwayNotice status={status} />
      {found instanceof FirnError ? (
        <Failure what="the newest blocks" trouble={troubleOf(found)} />
      ) : (
        <Overview status={status} {...found} />
      )}
    </div>
  );
}

type Home = Awaited<ReturnType<typeof readHome>>;

function Overview({ status, cores, txs, points }: Home & { status: FirnStatus }) {
  const lag = summarizeLag(points);
  return (
    <>
      <KeyFigures status={status} newest={cores.p.page.blocks[0]} lag={lag} />
      <div className="cores">
        {CHAIN_LETTERS.map((chain) => (
          <CoreColumn
            key={chain}
            chain={chain}
            path={cores[chain].path}
            first={cores[chain].page}
            status={status}
          />
        ))}
        {lag !== undefined && <LagChart points={points} summary={lag} />}
      </div>
      <div className="split">
        <LatestTxs txs={txs} />
        <NeedsAttention items={attentionOf(status)} />
      </div>
    </>
  );
}

/** @throws FirnError */
async function readHome() {
  const [p, x, c, txs, acceptance] = await Promise.all([
    readBlocks("p", {}, { pageSize: ROWS }),
    readBlocks("x", {}, { pageSize: ROWS }),
    readBlocks("c", {}, { pageSize: ROWS }),
    readLatestTxs(),
    api().get(getAcceptance, { params: {}, query: { chain: "p" } }),
  ]);
  return { cores: { p, x, c }, txs, points: acceptance.points };
}

/** The newest transactions of all chains, newest first; of the same second in the order of the chains. */
async function readLatestTxs(): Promise<LatestTx[]> {
  const lists = await Promise.all(
    CHAIN_LETTERS.map(async (chain) => {
      const { page } = await readTxs(chain, {}, { pageSize: ROWS });
      return page.transactions.map((tx) => ({ chain, tx: rowFactsOf(tx) }));
    }),
  );
  const newest = lists
    .flat()
    .toSorted((a, b) => b.tx.time - a.tx.time)
    .slice(0, ROWS);
  const told = await Promise.all(
    CHAIN_LETTERS.map((chain) =>
      tellBlocks(
        chain,
        newest.filter((row) => row.chain === chain).map(({ tx }) => placeName(tx)),
      ),
    ),
  );
  const sentences: Record<string, string> = Object.assign({}, ...told);
  return newest.map(({ chain, tx }) => ({ chain, tx, sentence: sentences[tx.txHash] ?? tx.txType }));
}
