import { beforeAll, describe, expect, test } from "vitest";
import { fromHex } from "../avalanche/codec/bytes";
import { decodeGenesis } from "../avalanche/genesis/genesis";
import { formatId, PRIMARY_NETWORK_ID } from "../avalanche/ids";
import type { LedgerEffect } from "../avalanche/ledger/effects";
import type { StakerRecord } from "../avalanche/ledger/records";
import { rulesOfNetwork } from "../avalanche/ledger/rules";
import { openRecording } from "../devnet/recording";
import { serveDevnet } from "../devnet/serve";
import { readNetwork } from "../store/bookkeeping/network";
import { CHAIN, positionOf } from "../store/rows/columns";
import type { BlockTable } from "../store/tables/chain";
import type { UtxoTable } from "../store/tables/utxo";
import { networkOf, startRig, untilAllStored } from "../testbed/indexer";
import { openPrimary } from "../testbed/test-stores";
import type { DecodedContainer } from "./follow/decode";
import { STREAMS } from "./follow/stream";
import type { Head } from "./follow/verify";
import { examine, storedContainers } from "./rebuild/rebuild";
import { Ledger } from "./rows/ledger";

/** A P-Chain block from its bytes and the ledger, and its rows. */
interface Step {
  decoded: DecodedContainer;
  effects: LedgerEffect[];
  row: BlockTable;
}

describe.each(["custom-network", "local-network"])("at every height of the P-Chain of %s", (name) => {
  let genesis: ReturnType<typeof decodeGenesis>;
  let steps: Step[];
  let utxos: (UtxoTable & { key: string })[];

  beforeAll(async () => {
    const recording = await openRecording(name);
    const devnet = await serveDevnet({ recording, port: 0 });
    const store = await openPrimary(":memory:", { mode: "write", nowMs: 0 });
    const { db } = store;
    const options = networkOf(recording);
    const rig = await startRig({ url: devnet.url, store, ...options });
    await untilAllStored(rig, devnet.accepted());
    await rig.stop();
    await devnet.close();
    genesis = decodeGenesis(fromHex((await readNetwork(db)).genesis ?? ""));
    const { ledger } = Ledger.start(genesis, rulesOfNetwork(options.networkId, options.upgrades));
    const rows = await db.selectFrom("block").selectAll().where("chain", "=", CHAIN.p).execute();
    steps = [];
    let head: Head | undefined;
    for await (const part of storedContainers(db, "P/block", { from: 0, to: rows.length })) {
      for (const container of part) {
        const examined = examine(STREAMS["P/block"], { head, next: container.index }, container);
        if ("error" in examined) throw examined.error;
        head = examined.head;
        const { block: decoded } = examined;
        const row = rows.find(({ height }) => height === decoded.height);
        if (!row || !decoded.block?.pBlock) throw new Error(`no block ${decoded.height}`);
        steps.push({ decoded, row, effects: ledger.apply(decoded.block.pBlock).effects });
      }
    }
    const txs = await db
      .selectFrom("tx")
      .select(["position", "tx_id"])
      .where("chain", "=", CHAIN.p)
      .execute();
    const ids = new Map(txs.map((tx) => [tx.position, tx.tx_id]));
    const own = db
      .selectFrom("utxo")
      .selectAll()
      .where("chain", "=", CHAIN.p)
      .where("destination", "is", null);
    utxos = (await own.execute()).map((row) => ({
      ...row,
      key: keyOf(ids.get(row.position) ?? PRIMARY_NETWORK_ID, row.output_index),
    }));
    await store.close();
  });

  test("every output is consumed once or live, as in the rows", () => {
    const live = new Map<string, bigint>();
    for (const { txId, outputIndex, output } of genesis.utxos)
      live.set(keyOf(txId, outputIndex), output.amount);
    let consumed = 0;
    for (const { decoded, effects } of steps) {
      for (const { tx, effects: txEffects } of decoded.txs) {
        for (const effect of txEffects) {
          if (effect.kind === "utxo.produced")
            live.set(keyOf(tx.txId, effect.outputIndex), effect.output.amount);
          if (effect.kind !== "utxo.consumed" || effect.sourceChain !== undefined) continue;
          const key = keyOf(effect.sourceTxId, effect.outputIndex);
          // Not live: never created, or spent before.
          expect([key, live.get(key)]).toEqual([key, effect.amount]);
          live.delete(key);
          consumed++;
        }
      }
      for (const effect of effects) {
        if (
          effect.kind === "utxo.rewarded" ||
          effect.kind === "utxo.refunded" ||
          effect.kind === "utxo.unstaked"
        )
          live.set(keyOf(effect.txId, effect.outputIndex), effect.output.amount);
      }
      // Rows name the proposal for effects that the next block, of the same time, decides.
      if (decoded.block?.pBlock?.proposalTx) continue;
      const end = positionOf(decoded.height + 1, 0);
      const isLive = (row: UtxoTable) =>
        (row.staked ? (row.released_position ?? end) : (row.created_position ?? row.position)) < end &&
        (row.consumed_position ?? end) >= end;
      const stored = new Map(utxos.filter(isLive).map(({ key, amount }) => [key, amount]));
      expect([decoded.height, stored.size]).toEqual([decoded.height, live.size]);
      for (const [key, amount] of live) expect([key, stored.get(key)]).toEqual([key, amount]);
    }
    expect(consumed).toBeGreaterThan(50);
  });

  test("the supply changes only by the potential rewards of stakers, when they start", () => {
    let supply = steps[0]?.row.supply ?? 0n;
    let changes = 0;
    for (const { decoded, effects, row } of steps) {
      const minted = (staker: StakerRecord) =>
        formatId(staker.subnetId) === formatId(PRIMARY_NETWORK_ID) ? staker.potentialReward : 0n;
      const change = effects.reduce((sum, effect) => {
        if (effect.kind === "staker.started" || effect.kind === "staker.renewed")
          return sum + minted(effect.staker);
        // A reward that is not paid leaves the supply again.
        if (effect.kind === "staker.ended" && effect.end === "notRewarded")
          return sum - minted(effect.staker);
        return sum;
      }, 0n);
      if (decoded.height > 1) supply += change;
      if (change !== 0n) changes++;
      expect([decoded.height, row.supply]).toEqual([decoded.height, supply]);
    }
    expect(changes).toBeGreaterThan(4);
  });
});

function keyOf(txId: Uint8Array, outputIndex: number): string {
  return `${formatId(txId)}/${outputIndex}`;
}
