import { describe, expect, it } from "vitest";
import { openRecording } from "../../devnet/recording";
import { DataError } from "../../errors";
import { equalBytes, fromHex } from "../codec/bytes";
import { decodeGenesis } from "../genesis/genesis";
import { buildGenesis } from "../genesis/genesis-build";
import { localGenesisConfig } from "../genesis/genesis-local";
import { parseId } from "../ids";
import { decodePBlock } from "../p/block";
import { effectsOf, type PTx } from "../p/txs";
import { decodeContainer } from "../proposer/proposervm";
import { gasOfTx } from "./complexity";
import { rulesOfNetwork } from "./rules";

/** nAVAX that a transaction burns, beyond what it moves into L1 balances. */
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

  it("is asked of no type that pays none: such a block is refused, not counted as one without reads and writes", () => {
    const [tx] = decodeGenesis(buildGenesis(localGenesisConfig())).chains;
    if (tx === undefined) throw new Error("a genesis has chains");
    const old = { ...tx, txType: "AddDelegatorTx" } as PTx;
    expect(() => gasOfTx(rulesOfNetwork(12345).gas.weights, old, [])).toThrow(DataError);
  });
});
