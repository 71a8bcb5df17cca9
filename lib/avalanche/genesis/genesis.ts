import { sha256 } from "#sha256";
import { DataError } from "../../errors";
import { array, struct } from "../codec/combinators";
import { Writer } from "../codec/cursor";
import { id, navax, text, time, u32, varBytes, versioned } from "../codec/fields";
import { decode } from "../codec/layout";
import { effectsOfKind } from "../effects";
import { effectsOf, type PTx, pTxs } from "../p/txs";
import { anyOutput, toOutput } from "../utxo/outputs";
import type { Utxo } from "../utxo/utxo";

/** The initial state of a P-Chain. */
export interface PGenesis {
  /** Under the transaction id of 32 zero bytes. */
  utxos: Utxo[];
  /** AddValidatorTx or AddPermissionlessValidatorTx, unsigned. */
  validators: PTx[];
  /** CreateChainTx of the X-Chain, then of the C-Chain. Their transaction ids are the chains' ids. */
  chains: PTx[];
  /** Chain time of block 0, unix seconds. */
  time: bigint;
  /** nAVAX, before the potential rewards of the initial validators are minted. */
  initialSupply: bigint;
  message: string;
  /** The asset of every allocation. */
  avaxAssetId: Uint8Array;
  /** Block 0, which no index holds. */
  block: GenesisBlock;
}

export interface GenesisBlock {
  blockId: Uint8Array;
  /** sha256 of the genesis bytes. */
  parentId: Uint8Array;
  bytes: Uint8Array;
}

const genesis = versioned(
  struct({
    utxos: array(struct({ txId: id, outputIndex: u32, assetId: id, output: anyOutput, message: varBytes() })),
    validators: array(pTxs.nested),
    chains: array(pTxs.nested),
    time,
    initialSupply: navax,
    message: text,
  }),
);

/**
 * Reads P-Chain genesis bytes.
 * @throws DataError
 * @source avalanchego vms/platformvm/genesis/genesis.go
 */
export function decodeGenesis(bytes: Uint8Array): PGenesis {
  const { utxos, ...rest } = decode(genesis, bytes);
  const allocated = utxos.map(({ txId, outputIndex, assetId, output }) => ({
    txId,
    outputIndex,
    output: toOutput(assetId, output),
  }));
  return {
    ...rest,
    utxos: allocated,
    avaxAssetId: assetOf(allocated, rest.validators),
    block: genesisBlock(bytes),
  };
}

/** Block 0 of the chain with these genesis bytes: a commit block without a proposal. */
export function genesisBlock(genesisBytes: Uint8Array): GenesisBlock {
  return pGenesisBlock(sha256(genesisBytes));
}

/** The same by the hash of the genesis bytes, which is its parent's id. */
export function pGenesisBlock(parentId: Uint8Array): GenesisBlock {
  const writer = new Writer(46);
  writer.u16(0);
  writer.u32(COMMIT_BLOCK);
  writer.put(parentId);
  writer.u64(0n);
  const bytes = writer.finish();
  return { blockId: sha256(bytes), parentId, bytes };
}

const COMMIT_BLOCK = 2;

function assetOf(utxos: readonly Utxo[], validators: readonly PTx[]): Uint8Array {
  const staked = validators.flatMap((tx) =>
    effectsOfKind(effectsOf(tx), "utxo.staked").map(({ output }) => output),
  );
  const first = utxos[0]?.output ?? staked[0];
  if (first === undefined) throw new DataError("BYTES_INVALID", "the genesis allocates nothing");
  return first.assetId;
}
