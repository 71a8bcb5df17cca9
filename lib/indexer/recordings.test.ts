import { beforeAll, describe, expect, test } from "vitest";
import { equalBytes } from "../avalanche/codec/bytes";
import { formatId, parseAddress, toCb58 } from "../avalanche/ids";
import { P_TXS } from "../avalanche/p/txs";
import { parseLossless } from "../contract/rpc";
import { openRecording, type Recording } from "../devnet/recording";
import { serveDevnet } from "../devnet/serve";
import { readContainer } from "../store/queries/container-run";
import { CHAIN, unpackBytes } from "../store/rows/columns";
import type { Store } from "../store/stores";
import type { UtxoTable } from "../store/tables/utxo";
import { networkOf, startRig, untilAllStored } from "../testbed/indexer";
import { openPrimary } from "../testbed/test-stores";

/** The P part of `decoded/counts` of each capture: counted by the node's own codecs. */
const COUNTS: Record<string, Record<string, number>> = {
  "custom-network": {
    BanffAbortBlock: 3,
    BanffCommitBlock: 5,
    BanffProposalBlock: 8,
    BanffStandardBlock: 94,
    AddAutoRenewedValidatorTx: 2,
    AddPermissionlessDelegatorTx: 4,
    AddPermissionlessValidatorTx: 3,
    AddSubnetValidatorTx: 3,
    BaseTx: 39,
    ConvertSubnetToL1Tx: 2,
    CreateChainTx: 6,
    CreateSubnetTx: 6,
    DisableL1ValidatorTx: 3,
    ExportTx: 8,
    ImportTx: 8,
    IncreaseL1ValidatorBalanceTx: 3,
    RegisterL1ValidatorTx: 3,
    RemoveSubnetValidatorTx: 2,
    RewardAutoRenewedValidatorTx: 3,
    RewardValidatorTx: 5,
    SetAutoRenewedValidatorConfigTx: 2,
    SetL1ValidatorWeightTx: 3,
    TransferSubnetOwnershipTx: 2,
  },
  "local-network": {
    BanffAbortBlock: 2,
    BanffCommitBlock: 4,
    BanffProposalBlock: 6,
    BanffStandardBlock: 74,
    AddPermissionlessDelegatorTx: 6,
    AddPermissionlessValidatorTx: 4,
    AddSubnetValidatorTx: 4,
    BaseTx: 54,
    ConvertSubnetToL1Tx: 2,
    CreateChainTx: 5,
    CreateSubnetTx: 4,
    DisableL1ValidatorTx: 1,
    ExportTx: 3,
    ImportTx: 3,
    IncreaseL1ValidatorBalanceTx: 2,
    RemoveSubnetValidatorTx: 1,
    RewardValidatorTx: 6,
    TransferSubnetOwnershipTx: 2,
  },
};
const BLOCK_NAMES: Record<number, string> = {
  29: "BanffProposalBlock",
  30: "BanffAbortBlock",
  31: "BanffCommitBlock",
  32: "BanffStandardBlock",
};

describe.each(Object.keys(COUNTS))("the P-Chain of the recording %s, indexed whole", (name) => {
  let recording: Recording;
  let store: Store;
  let close: () => Promise<void>;

  beforeAll(async () => {
    recording = await openRecording(name);
    const devnet = await serveDevnet({ recording, port: 0 });
    store = await openPrimary(":memory:", { mode: "write", nowMs: 0 });
    const rig = await startRig({ url: devnet.url, store, ...networkOf(recording) });
    await untilAllStored(rig, devnet.accepted());
    await rig.stop();
    await devnet.close();
    close = () => store.close();
    return () => close();
  });

  test("has the blocks and transactions that the node's own codecs counted", async () => {
    const blocks = await store.db
      .selectFrom("block")
      .select("block_type")
      .where("chain", "=", CHAIN.p)
      .execute();
    const txs = await store.db
      .selectFrom("tx")
      .select("tx_type")
      .where("chain", "=", CHAIN.p)
      .where("position", ">=", 65_536)
      .execute();
    const names = [
      ...blocks.map(({ block_type }) => BLOCK_NAMES[block_type]),
      ...txs.map(({ tx_type }) => P_TXS.find(({ typeId }) => typeId === tx_type)?.name),
    ];
    expect(count(names)).toEqual(COUNTS[name]);
  });

  test("returns every container as the node had it", async () => {
    for (const recorded of recording.containers["P/block"]) {
      const stored = await readContainer(store.db, "P/block", recorded.index);
      expect(stored && formatId(stored.containerId)).toBe(recorded.id);
      expect(stored && Buffer.from(stored.bytes).toString("hex")).toBe(recorded.bytes.slice(2));
    }
  });

  test("spends only earlier outputs, and stake only once it was released", async () => {
    const utxos = await pUtxos();
    for (const row of utxos) {
      if (row.consumed_position === null || row.consumed_chain !== CHAIN.p) continue;
      expect(row.consumed_position).toBeGreaterThan(row.created_position ?? row.position);
      expect(row.destination).toBeNull();
      if (row.staked) expect(row.released_position).toBeLessThan(row.consumed_position);
    }
  });

  test("finds the node's supply, and its L1 validators with weight and balance", async () => {
    const head = await headBlock();
    expect(head.supply).toBe(BigInt(answerOf("platform.getCurrentSupply", {})?.supply ?? 0));
    const validators = await store.db.selectFrom("l1_validator").selectAll().execute();
    let compared = 0;
    for (const row of validators) {
      const theirs = answerOf("platform.getL1Validator", { validationID: formatId(row.validation_id) });
      if (theirs === undefined) {
        expect(row.removed_position).not.toBeNull();
        continue;
      }
      compared++;
      const left =
        row.end_accumulated_fee === 0n ? 0n : (row.end_accumulated_fee ?? 0n) - (head.l1_accrued_fees ?? 0n);
      expect({ weight: String(row.weight), balance: String(left), minNonce: String(row.min_nonce) }).toEqual({
        weight: theirs.weight,
        balance: theirs.balance,
        minNonce: theirs.minNonce,
      });
    }
    expect(compared).toBeGreaterThan(3);
    const active = validators.filter(({ end_accumulated_fee }) => (end_accumulated_fee ?? 0n) > 0n);
    expect(head.active_l1_validators).toBe(active.length);
  });

  test("holds the live UTXOs that the node counts into each captured balance", async () => {
    const utxos = await pUtxos();
    const txIds = await idsByPosition();
    let compared = 0;
    for (const { params, reply } of answersTo("platform.getBalance")) {
      const [address = ""] = params.addresses as string[];
      const key = parseAddress(address).address;
      const live = utxos.filter((row) => isSpendable(row) && ownedBy(row, key));
      const theirs = reply.result.utxoIDs as { txID: string; outputIndex: number }[] | null;
      expect(live.map((row) => `${txIds.get(row.position)}/${row.output_index}`).sort()).toEqual(
        (theirs ?? []).map(({ txID, outputIndex }) => `${txID}/${outputIndex}`).sort(),
      );
      expect(String(live.reduce((sum, row) => sum + row.amount, 0n))).toBe(
        String(total(reply.result.balances)),
      );
      compared++;
    }
    expect(compared).toBeGreaterThan(5);
  });

  test("holds the reward UTXOs that the node lists for each staking transaction", async () => {
    const rewards = await store.db
      .selectFrom("utxo")
      .selectAll()
      .where("chain", "=", CHAIN.p)
      .where("reward_type", "is not", null)
      .execute();
    const txIds = await idsByPosition();
    let listed = 0;
    for (const { params, reply } of answersTo("platform.getRewardUTXOs")) {
      const mine = rewards.filter((row) => txIds.get(row.position) === params.txID);
      expect(mine.length).toBe(Number(reply.result.numFetched));
      listed += mine.length;
    }
    expect(listed).toBeGreaterThan(0);
  });

  test("finds every transaction and address", async () => {
    const txs = await store.db.selectFrom("tx").selectAll().execute();
    const hashes = await store.db.selectFrom("hash").selectAll().where("kind", "=", 2).execute();
    expect(hashes.map(({ position }) => position).sort(byNumber)).toEqual(
      txs.map(({ position }) => position).sort(byNumber),
    );
    const addresses = await store.db.selectFrom("address").selectAll().execute();
    const touched = await store.db.selectFrom("address_tx").select("address_id").distinct().execute();
    expect(new Set(addresses.map(({ bytes }) => toCb58(bytes))).size).toBe(addresses.length);
    const known = new Set(addresses.map(({ id }) => id));
    for (const { address_id } of touched) expect(known.has(address_id)).toBe(true);
  });

  function pUtxos(): Promise<UtxoTable[]> {
    return store.db.selectFrom("utxo").selectAll().where("chain", "=", CHAIN.p).execute();
  }

  async function headBlock() {
    return store.db
      .selectFrom("block")
      .selectAll()
      .where("chain", "=", CHAIN.p)
      .orderBy("height", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
  }

  async function idsByPosition(): Promise<Map<number, string>> {
    const txs = await store.db
      .selectFrom("tx")
      .select(["position", "tx_id"])
      .where("chain", "=", CHAIN.p)
      .execute();
    return new Map([
      [0, formatId(new Uint8Array(32))],
      ...txs.map((tx): [number, string] => [tx.position, formatId(tx.tx_id)]),
    ]);
  }

  /** Recorded answers of a method at the recording's last height, errors left out. */
  function answersTo(method: string) {
    const head = recording.containers["P/block"].length;
    return recording.answers
      .filter((answer) => answer.method === method && (answer.height ?? head) === head)
      .map(({ params, reply }) => ({ params: parseLossless(params), reply: parseLossless(reply) }) as Answer)
      .filter(({ reply }) => reply.result !== undefined);
  }

  function answerOf(method: string, params: Record<string, string>): Record<string, string> | undefined {
    const text = JSON.stringify(params);
    return answersTo(method).find((answer) => JSON.stringify(answer.params) === text)?.reply.result as Record<
      string,
      string
    >;
  }
});

interface Answer {
  params: Record<string, unknown>;
  reply: { result: Record<string, unknown> };
}

function count(names: (string | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[String(name)] = (counts[String(name)] ?? 0) + 1;
  return counts;
}

function isSpendable(row: UtxoTable): boolean {
  const returned = !row.staked || row.released_position !== null;
  return row.consumed_position === null && row.destination === null && returned;
}

function ownedBy(row: UtxoTable, address: Uint8Array): boolean {
  return unpackBytes(row.owners, 20).some((owner) => equalBytes(owner, address));
}

function total(balances: unknown): bigint {
  return Object.values(balances as Record<string, string>).reduce((sum, amount) => sum + BigInt(amount), 0n);
}

function byNumber(a: number, b: number): number {
  return a - b;
}
