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
import { LatestTxs } from "@/components/home/latest-txs";
import { NeedsAttention } from "@/components/home/needs-attention";
import { Failure } from "@/components/state/failure";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
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

function Overview({ status, blocks, txs, points }: Home & { status: FirnStatus }) {
  const lag = summarizeLag(points);
  return (
    <>
      <KeyFigures status={status} newest={blocks.page.blocks[0]} lag={lag} />
      <div className="cores">
        <CoreColumn path={blocks.path} first={blocks.page} status={status} />
        {lag !== undefined && <LagChart points={points} summary={lag} />}
      </div>
      <div className="split">
        <LatestTxs txs={txs.transactions} sentences={txs.sentences} />
        <NeedsAttention items={attentionOf(status)} />
      </div>
    </>
  );
}

/** @throws FirnError */
async function readHome() {
  const [blocks, txs, acceptance] = await Promise.all([
    readBlocks({}, ROWS),
    readTxs({}, ROWS),
    api().get(getAcceptance, { params: {}, query: { chain: "p" } }),
  ]);
  const { transactions } = txs.page;
  const sentences = await tellBlocks(transactions.map(({ blockNumber }) => blockNumber));
  return { blocks, txs: { transactions, sentences }, points: acceptance.points };
}
