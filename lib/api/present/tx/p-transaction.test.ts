import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { fromHex } from "../../../avalanche/codec/bytes";
import { formatAddress } from "../../../avalanche/ids";
import { decodePTx, effectsOf, P_TXS, type PTxType } from "../../../avalanche/p/txs";
import { pChainTransaction } from "../../../contract/data/p-chain";
import type { StakeRow } from "../../../store/queries/stake";
import { STAKE_OUTCOME } from "../../../store/rows/columns";
import { DIALECTS } from "../../request/dialect";
import type { ServedNetwork } from "../../request/network";
import { type PTxFacts, presentPTransaction } from "./p-transaction";

const VECTORS = fileURLToPath(new URL("../../../avalanche/p/vectors/", import.meta.url));

interface Vector {
  type: PTxType;
  /** Fields that the type adds to those of every transaction (reference of the public interface, §2.4). */
  publicFields: string;
  samples: { bytes: string }[];
}
const vectors = readdirSync(VECTORS).map(
  (file): Vector => JSON.parse(readFileSync(`${VECTORS}/${file}`, "utf8")),
);

const ALWAYS = [
  "txHash",
  "txType",
  "blockTimestamp",
  "blockNumber",
  "blockHash",
  "consumedUtxos",
  "emittedUtxos",
  "value",
  "amountBurned",
  "amountStaked",
  "amountL1ValidatorBalanceBurned",
];

const network: ServedNetwork = {
  id: 12345,
  hrp: "local",
  servedAs: "fuji",
  avaxAssetId: new Uint8Array(32).fill(7),
  xChainId: undefined,
  cChainId: undefined,
};

const assets = new Map();

/** A sample as if accepted in block 9, with a paid reward and a row for every validation it names. */
function factsOf(bytes: string): PTxFacts {
  const tx = decodePTx(fromHex(bytes));
  const effects = effectsOf(tx);
  const added = effects.find((effect) => effect.kind === "staker.added");
  const stake: StakeRow | undefined = added && {
    position: 9 * 65_536,
    id: 1,
    role: 0,
    subnet_id: added.subnetId,
    node_id: added.nodeId,
    start_time: 1_000,
    end_time: 2_000,
    weight: added.weight,
    permissioned: added.permissioned,
    delegation_shares: null,
    potential_reward: 5n,
    ended_position: 10 * 65_536,
    outcome: STAKE_OUTCOME.rewarded,
    ended_tx_id: new Uint8Array(32).fill(3),
  };
  const l1Points = effects.flatMap((effect) =>
    "validationId" in effect
      ? [
          {
            point: {
              validation_id: effect.validationId,
              subnet_id: new Uint8Array(32),
              node_id: new Uint8Array(20),
              public_key: new Uint8Array(48),
              registered_position: 9 * 65_536,
              weight: 4n,
              balance: 9n,
              paid_in: 9n,
              paid_back: null,
            },
            proof: new Uint8Array(96),
          },
        ]
      : [],
  );
  const block = { height: 9, block_id: new Uint8Array(32).fill(2), time: 1_500 };
  return { tx, effects, block, consumed: [], learned: [], emitted: [], stake, l1Points };
}

function presented(bytes: string, dialect = DIALECTS.seed) {
  const body = presentPTransaction(factsOf(bytes), { network, dialect, assets });
  return pChainTransaction.parse(JSON.parse(JSON.stringify(body)));
}

describe("every transaction type", () => {
  test("has a sample", () => {
    expect(vectors.map(({ type }) => type).sort()).toEqual(P_TXS.map(({ name }) => name).sort());
  });

  test.each(vectors)("$type has the fields of its type and no other", ({ type, publicFields, samples }) => {
    expect(samples.length).toBeGreaterThan(0);
    for (const { bytes } of samples) {
      const { blsCredentials, ...body } = presented(bytes);
      const brought = publicFields.split(" ").filter((field) => field !== "");
      expect(Object.keys(body).sort()).toEqual([...ALWAYS, ...brought].sort());
      expect(body.txType).toBe(type);
      // From Banff on, validators of the Primary Network have a key; those of subnets have none.
      const withKey = type === "AddPermissionlessValidatorTx" || type === "AddAutoRenewedValidatorTx";
      if (!withKey) expect(blsCredentials).toBeUndefined();
    }
  });

  test.each(vectors)("$type has amounts from its own inputs and outputs", ({ samples }) => {
    for (const { bytes } of samples) {
      const { effects } = factsOf(bytes);
      const moved = new Map<string, bigint>();
      for (const effect of effects) {
        const [asset, amount] =
          effect.kind === "utxo.consumed"
            ? [effect.assetId, effect.amount]
            : "output" in effect
              ? [effect.output.assetId, -effect.output.amount]
              : [];
        if (asset !== undefined && amount !== undefined)
          moved.set(asset.join(), (moved.get(asset.join()) ?? 0n) + amount);
      }
      const burned = [...moved.values()].filter((amount) => amount > 0n).map(String);
      expect(presented(bytes).amountBurned.map(({ amount }) => amount)).toEqual(burned);
    }
  });
});

describe("values", () => {
  const sampleOf = (type: PTxType) => vectors.find((vector) => vector.type === type)?.samples[0]?.bytes ?? "";

  test("a period begins at the stored time", () => {
    expect(presented(sampleOf("AddValidatorTx")).startTimestamp).toBe(1_000);
  });

  test("period and reward of an auto-renewed validator are of its current cycle", () => {
    expect(presented(sampleOf("AddAutoRenewedValidatorTx"))).toMatchObject({
      startTimestamp: 1_000,
      endTimestamp: 2_000,
      estimatedReward: "5",
    });
  });

  test("the reward addresses of a validator are those of its stake, then those of its share in delegations", () => {
    const { rewardAddresses } = presented(sampleOf("AddPermissionlessValidatorTx"));
    const added = factsOf(sampleOf("AddPermissionlessValidatorTx")).effects.find(
      (effect) => effect.kind === "staker.added",
    );
    const owners = [added?.rewardsOwner, added?.delegationRewardsOwner].flatMap(
      (owner) => owner?.addresses ?? [],
    );
    expect(rewardAddresses).toEqual([...new Set(owners.map((address) => formatAddress("local", address)))]);
  });

  test("every change of an L1 validator shows its key with the proof of its registration", () => {
    for (const type of [
      "IncreaseL1ValidatorBalanceTx",
      "SetL1ValidatorWeightTx",
      "DisableL1ValidatorTx",
    ] as const)
      expect(presented(sampleOf(type)).l1ValidatorDetails?.[0]?.blsCredentials).toEqual({
        publicKey: `0x${"00".repeat(48)}`,
        proofOfPossession: `0x${"00".repeat(96)}`,
      });
  });

  test("SDKs get the types of Helicon as UNKNOWN", () => {
    const bytes = sampleOf("AddAutoRenewedValidatorTx");
    expect(presented(bytes).txType).toBe("AddAutoRenewedValidatorTx");
    expect(presentPTransaction(factsOf(bytes), { network, dialect: DIALECTS.sdk, assets }).txType).toBe(
      "UNKNOWN",
    );
  });

  test("an unpaid reward has no transaction, and an unknown reward no amount", () => {
    const facts = factsOf(sampleOf("AddDelegatorTx"));
    const stake = facts.stake && { ...facts.stake, outcome: STAKE_OUTCOME.aborted, potential_reward: null };
    const body = presentPTransaction({ ...facts, stake }, { network, dialect: DIALECTS.seed, assets });
    expect([body.rewardTxHash, body.estimatedReward]).toEqual([undefined, undefined]);
  });

  test("a refund is a negative amount", () => {
    const facts = factsOf(sampleOf("DisableL1ValidatorTx"));
    const l1Points = facts.l1Points.map(({ point, proof }) => ({
      point: { ...point, balance: 0n, paid_in: 0n, paid_back: 77n },
      proof,
    }));
    const body = presentPTransaction({ ...facts, l1Points }, { network, dialect: DIALECTS.seed, assets });
    expect(body.l1ValidatorDetails).toMatchObject([{ remainingBalance: 0, balanceChange: -77 }]);
  });
});
