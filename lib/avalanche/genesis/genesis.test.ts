import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { parse } from "lossless-json";
import { describe, expect, it } from "vitest";
import { openRecording } from "../../devnet/recording";
import { DataError } from "../../errors";
import { fromHex, toHex } from "../codec/bytes";
import type { Output } from "../effects";
import { formatAddress, formatId, formatNodeId } from "../ids";
import { effectsOf } from "../p/txs";
import { decodeGenesis, type PGenesis } from "./genesis";
import { buildGenesis } from "./genesis-build";
import { readGenesisConfig } from "./genesis-config";
import { localGenesisConfig } from "./genesis-local";

/** The node's public configurations. Not ours to bundle, so they are read from beside the repository. */
const PUBLIC = fileURLToPath(new URL("../../../../shared/vectors/genesis/", import.meta.url));

const exactly = (text: string) =>
  parse(text, undefined, (digits) => BigInt(digits)) as Record<string, unknown>;

describe.each(["custom-network", "local-network"])("the genesis of %s", (name) => {
  const opened = openRecording(name).then(({ genesis }) => ({
    ...genesis,
    known: exactly(genesis.platform) as { [field: string]: string },
  }));

  it("leads to block 0", async () => {
    const { known, platformBlock } = await opened;
    const { block } = decodeGenesis(fromHex(known.genesisBytes ?? ""));
    expect(toHex(block.bytes)).toBe(platformBlock);
    expect(formatId(block.parentId)).toBe(known.genesisBytesSHA256AsID);
  });

  it("has the allocations, validators and chains that the node reports", async () => {
    const { known } = await opened;
    const genesis = decodeGenesis(fromHex(known.genesisBytes ?? ""));
    expect({
      avaxAssetID: formatId(genesis.avaxAssetId),
      initialSupply: String(genesis.initialSupply),
      timestamp: genesis.time,
      message: genesis.message,
      chains: genesis.chains.map(({ txId }) => formatId(txId)),
    }).toEqual({
      avaxAssetID: known.avaxAssetID,
      initialSupply: known.initialSupply,
      timestamp: known.timestamp,
      message: known.message,
      chains: [known.xChainID, known.cChainID],
    });
    const validators = known.validators as unknown as { txID: string; bytes: string }[];
    expect(genesis.validators.map(({ txId }) => formatId(txId))).toEqual(validators.map(({ txID }) => txID));
    const utxos = known.utxos as unknown as { outputIndex: bigint; output: { amount?: string } }[];
    expect(genesis.utxos.map(({ outputIndex }) => BigInt(outputIndex))).toEqual(
      utxos.map((utxo) => utxo.outputIndex),
    );
  });
});

describe("genesis bytes", () => {
  it("that are altered are either read or refused", () => {
    const bytes = buildGenesis(localGenesisConfig());
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length), (at, value, length) => {
        const altered = bytes.slice(0, length);
        if (at < length) altered[at] = value;
        try {
          decodeGenesis(altered);
        } catch (error) {
          expect(error).toBeInstanceOf(DataError);
        }
      }),
    );
  });

  it("without allocations have no asset", () => {
    const config = { ...localGenesisConfig(), allocations: [], initialStakers: [], initialStakedFunds: [] };
    expect(() => decodeGenesis(buildGenesis(config))).toThrow("the genesis allocates nothing");
  });
});

/** An output in the form of `vectors/genesis`: amount, stakeable locktime, addresses. */
function row({ amount, stakeableLocktime = 0n, owner }: Output, hrp: string): unknown[] {
  return [
    String(amount),
    stakeableLocktime,
    owner.addresses.map((address) => `P-${formatAddress(hrp, address)}`),
  ];
}

function validatorRows(genesis: PGenesis, hrp: string) {
  return genesis.validators.map((tx) => {
    const effects = effectsOf(tx);
    const added = effects.find((effect) => effect.kind === "staker.added");
    const staked = effects.filter((effect) => effect.kind === "utxo.staked");
    return {
      txID: formatId(tx.txId),
      type: tx.txType,
      nodeID: added && formatNodeId(added.nodeId),
      start: added?.start,
      end: added?.end,
      shares: BigInt(added?.delegationShares ?? 0),
      rewardAddresses: added?.rewardsOwner?.addresses.map((address) => `P-${formatAddress(hrp, address)}`),
      "stakeOuts [stakeIndex, amount, stakeableLocktime, addresses]": staked.map(
        ({ outputIndex, output }) => [BigInt(outputIndex), ...row(output, hrp)],
      ),
    };
  });
}

describe.skipIf(!existsSync(PUBLIC)).each(["mainnet", "fuji"])(
  "the genesis of %s (skipped where ../shared is absent)",
  (name) => {
    const read = (path: string) => exactly(readFileSync(PUBLIC + path, "utf8"));

    it("derived from its public configuration equals the node's state", () => {
      const known = read(`${name}.json`);
      const hrp = String(known.hrp);
      const genesis = decodeGenesis(buildGenesis(readGenesisConfig(read(`config/genesis_${name}.json`))));
      expect(
        genesis.utxos.map(({ outputIndex, output }) => [BigInt(outputIndex), ...row(output, hrp)]),
      ).toEqual(known.utxos);
      expect(validatorRows(genesis, hrp)).toEqual(known.validators);
      expect(genesis.chains.map(({ txId }) => formatId(txId))).toEqual(
        (known.chains as { blockchainID: string }[]).map(({ blockchainID }) => blockchainID),
      );
      expect({
        timestamp: genesis.time,
        initialSupply: String(genesis.initialSupply),
        avaxAssetID: formatId(genesis.avaxAssetId),
        genesisBlockID: formatId(genesis.block.blockId),
        genesisBlockBytes: toHex(genesis.block.bytes),
      }).toEqual({
        timestamp: known.timestamp,
        initialSupply: known.initialSupply,
        avaxAssetID: known.avaxAssetID,
        genesisBlockID: known.genesisBlockID,
        genesisBlockBytes: known.genesisBlockBytes,
      });
    });
  },
);
