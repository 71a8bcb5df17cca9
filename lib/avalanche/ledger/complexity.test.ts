import { describe, expect, it } from "vitest";
import { openRecording } from "../../devnet/recording";
import { DataError } from "../../errors";
import { equalBytes, fromHex } from "../codec/bytes";
import { parseId } from "../ids";
import { decodePBlock } from "../p/block";
import { decodePTx, effectsOf, type PTx } from "../p/txs";
import { decodeContainer } from "../proposer/proposervm";
import { readVectors } from "../vectors/read";
import { gasOfTx } from "./complexity";
import { rulesOfNetwork } from "./rules";

/** nAVAX that a transaction burns, without what it adds to L1 balances. */
function burnedBy(tx: PTx, avax: Uint8Array): bigint {
  return effectsOf(tx).reduce((sum, effect) => {
    switch (effect.kind) {
      case "utxo.consumed":
        return equalBytes(effect.assetId, avax) ? sum + effect.amount : sum;
      case "utxo.produced":
      case "utxo.staked":
      case "utxo.exported":
        return equalBytes(effect.output.assetId, avax) ? sum - effect.output.amount : sum;
      case "l1Validator.registered":
        return sum - effect.balance;
      case "l1Validator.balanceIncreased":
        return sum - effect.amount;
      default:
        return sum;
    }
  }, 0n);
}

async function openDecisions(name: string): Promise<{ txs: PTx[]; avax: Uint8Array }> {
  const { containers, genesis } = await openRecording(name);
  const { avaxAssetID } = JSON.parse(genesis.platform) as { avaxAssetID: string };
  const txs = (containers["P/block"] ?? []).flatMap(
    ({ bytes }) => decodePBlock(decodeContainer(fromHex(bytes), "p").inner).txs,
  );
  return { txs, avax: parseId(avaxAssetID) };
}

describe("gas of a transaction", () => {
  it("is half of what the recorded wallets paid, for every transaction of every type: they paid 2 nAVAX per gas", async () => {
    const { weights } = rulesOfNetwork(12345).gas;
    const types = new Set<string>();
    for (const name of ["custom-network", "local-network"]) {
      const { txs, avax } = await openDecisions(name);
      for (const tx of txs) {
        expect(2n * gasOfTx(weights, tx, effectsOf(tx)), tx.txType).toBe(burnedBy(tx, avax));
        types.add(tx.txType);
      }
    }
    expect([...types].sort()).toEqual([
      "AddAutoRenewedValidatorTx",
      "AddPermissionlessDelegatorTx",
      "AddPermissionlessValidatorTx",
      "AddSubnetValidatorTx",
      "BaseTx",
      "ConvertSubnetToL1Tx",
      "CreateChainTx",
      "CreateSubnetTx",
      "DisableL1ValidatorTx",
      "ExportTx",
      "ImportTx",
      "IncreaseL1ValidatorBalanceTx",
      "RegisterL1ValidatorTx",
      "RemoveSubnetValidatorTx",
      "SetAutoRenewedValidatorConfigTx",
      "SetL1ValidatorWeightTx",
      "TransferSubnetOwnershipTx",
    ]);
  });

  it.each([
    "add-validator",
    "add-delegator",
    "transform-subnet",
    "advance-time",
    "reward-validator",
    "reward-auto-renewed-validator",
  ])("is refused for %s, not counted as without reads and writes", (name) => {
    const { samples } = readVectors<{ samples: { bytes: string }[] }>(`../p/vectors/${name}.json`);
    const tx = decodePTx(fromHex(samples[0]?.bytes ?? ""));
    expect(() => gasOfTx(rulesOfNetwork(12345).gas.weights, tx, effectsOf(tx))).toThrow(DataError);
  });
});
