import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { openDataClient } from "../../client/data";
import { getStatus } from "../../contract/firn/status";
import { dumpEvm } from "../evm/dump";
import { followChains } from "../followed-chains";
import { dump } from "../indexer";
import { type IndexedRecording, indexRecording } from "../recording";

const RECORDING = "custom-network";
/** Where the node began by state sync, and how many older blocks it has without their receipts. */
const FIRST = 120;
const BODIES = 16;

/** A Firn whose node has no index; its pauses of minutes pass in milliseconds. */
async function openFirn(devnet: { firstBlock?: number; bodies?: number }) {
  const startedAt = Date.now();
  const now = () => startedAt + (Date.now() - startedAt) * 10_000;
  const firn = await indexRecording(RECORDING, { now, devnet: { indexEnabled: false, ...devnet } });
  onTestFinished(() => firn.close());
  const chains = followChains(firn.nodeUrl, { stores: firn.stores, now });
  onTestFinished(() => chains.close());
  return firn;
}

/** What a Firn says that it lacks. */
async function lacksOf(firn: IndexedRecording) {
  const { gaps = [], streams } = await openDataClient({ baseUrl: firn.url }).get(getStatus, { params: {} });
  const chainId = await chainIdOf(firn);
  const evm = streams.find(({ stream }) => stream === `EVM ${chainId}`);
  const path = `/v1/chains/${chainId}/addresses/0x${"1".repeat(40)}/balances:listErc20`;
  const { headers } = await fetch(firn.url + path);
  return {
    gaps: gaps.map(({ before }) => before),
    height: evm?.indexedHead?.height,
    history: evm?.evm?.history?.firstBlock,
    partial: headers.get("x-firn-partial") ?? undefined,
    notices: streams.flatMap(({ stream, notice }) =>
      stream === "C/block" && notice !== undefined ? [notice] : [],
    ),
  };
}

/** The C-Chain's id, once its chain is known. */
async function chainIdOf({ stores }: IndexedRecording): Promise<string | undefined> {
  return (await stores.readRegistry())?.find(({ key, problem }) => key === "C" && !problem)?.evmChainId;
}

async function rowsOf(firn: IndexedRecording) {
  const { stores } = firn;
  const primary = await stores.open("primary", { mode: "read" });
  const evm = await stores.open(`evm/${(await chainIdOf(firn)) ?? 0}`, { mode: "read" });
  try {
    // Facts about the network come with a key that each store draws for itself.
    const { network: _, ...rows } = await dump(primary);
    return { primary: rows, evm: await dumpEvm(evm.db) };
  } finally {
    await primary.close();
    await evm.close();
  }
}

async function untilIt(isIt: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 90_000; Date.now() < deadline; await sleep(20)) if (await isIt()) return;
  throw new Error("not in time");
}

it("a C-Chain that began late is whole once its node is replaced by one that has all blocks", async () => {
  const firn = await openFirn({ firstBlock: FIRST, bodies: BODIES });
  await untilIt(async () => (await lacksOf(firn)).height === firn.accepted().C);
  const late = await lacksOf(firn);
  expect(late).toMatchObject({ gaps: [FIRST - BODIES], history: FIRST });
  expect(late.partial).toContain(`lists begin at block ${FIRST}`);
  expect(late.notices.length).toBeGreaterThan(0);

  await firn.replaceNode({ firstBlock: 0 });
  // The stream says so when it next reports.
  await expect
    .poll(() => lacksOf(firn), { timeout: 90_000, interval: 20 })
    .toMatchObject({ gaps: [], history: undefined, partial: undefined, notices: [] });

  const whole = await openFirn({});
  await untilIt(async () => (await lacksOf(whole)).height === firn.accepted().C);
  expect(await lacksOf(whole)).toMatchObject({ gaps: [], history: undefined });
  const rows = await rowsOf(firn);
  const expected = await rowsOf(whole);
  for (const store of ["primary", "evm"] as const) {
    expect(Object.keys(rows[store])).toEqual(Object.keys(expected[store]));
    for (const [table, all] of Object.entries(rows[store]))
      expect(all, `${store} ${table}`).toEqual(expected[store][table]);
  }
});
