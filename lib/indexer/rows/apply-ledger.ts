import { toHex } from "../../avalanche/codec/bytes";
import { effectsOfKind } from "../../avalanche/effects";
import { decodeGenesis, type PGenesis } from "../../avalanche/genesis/genesis";
import type { NetworkRules } from "../../avalanche/ledger/rules";
import { decisionOf, proposedTimeOf } from "../../avalanche/p/block";
import { effectsOf as effectsOfP } from "../../avalanche/p/txs";
import { decodeXGenesis } from "../../avalanche/x/genesis";
import { effectsOf as effectsOfX } from "../../avalanche/x/txs";
import type { NetworkFacts } from "../../store/bookkeeping/network";
import { chainOfStream } from "../../store/queries/stream";
import { CHAIN, positionOf, UNKNOWN_TIME, xGenesisPosition } from "../../store/rows/columns";
import type { DecodedContainer, DecodedTx } from "../follow/decode";
import { blockFailure } from "../follow/failure";
import type { StreamState } from "../follow/state";
import type { ContainerWithLedger } from "./container-with-ledger";
import { Ledger } from "./ledger";
import type { GenesisEffects } from "./project";

/** The chains before their first blocks, and the facts about the network that follow. */
export interface GenesisState {
  genesis: GenesisEffects;
  ledger: Ledger;
  facts: NetworkFacts;
}

/**
 * The genesis, if the first container is P-Chain block 1 and the genesis is known. It includes the other chains'
 * genesis, whatever they have stored: inputs that spend from it wait for it.
 */
export function findGenesisState(
  first: DecodedContainer,
  options: { rules: NetworkRules; genesisFor: (blockId: Uint8Array) => Uint8Array | undefined },
): GenesisState | undefined {
  const bytes = first.height === 1 && first.block ? options.genesisFor(first.block.parentId) : undefined;
  return bytes && readGenesisState(bytes, options.rules);
}

/**
 * Adds chain time and, where the ledger is kept, its facts about each block. Apricot blocks of the P-Chain have no time of
 * their own: chain time stays as it was until an AdvanceTimeTx is committed, whatever a wrapper says.
 * @throws BlockFailure with the DataError of the first block that contradicts the ledger
 */
export function applyLedger(
  { stream, checkpoint, proposedTime }: Pick<StreamState, "stream" | "checkpoint" | "proposedTime">,
  ledger: Ledger | undefined,
  containers: readonly DecodedContainer[],
): ContainerWithLedger[] {
  const chain = chainOfStream(stream.name) ?? CHAIN.p;
  let time = checkpoint?.time ?? UNKNOWN_TIME;
  let proposed = proposedTime;
  return containers.map((decoded, index) =>
    blockFailure(index, () => {
      const { block } = decoded;
      const facts = block?.pBlock && ledger?.apply(block.pBlock);
      const committed =
        block?.pBlock && decisionOf(block.pBlock.blockType) === "commit" ? proposed : undefined;
      time = facts?.time ?? decoded.time ?? committed ?? time;
      proposed = block?.pBlock && proposedTimeOf(block.pBlock);
      return { chain, ...(facts && { ledger: facts }), ...decoded, time };
    }),
  );
}

/** The chains before their first blocks, from the bytes of a genesis. */
export function readGenesisState(bytes: Uint8Array, rules: NetworkRules): GenesisState {
  const genesis = decodeGenesis(bytes);
  const { ledger, effects } = Ledger.start(genesis, rules);
  const [xChain, cChain] = genesis.chains;
  return {
    genesis: {
      time: Number(genesis.time),
      utxos: genesis.utxos,
      txs: [...pGenesisTxs(genesis), ...xGenesisTxs(genesis)],
      effects,
    },
    ledger,
    facts: {
      genesis: toHex(bytes),
      genesisBlockId: toHex(genesis.block.blockId),
      avaxAssetId: toHex(genesis.avaxAssetId),
      ...(xChain && { xChainId: toHex(xChain.txId) }),
      ...(cChain && { cChainId: toHex(cChain.txId) }),
    },
  };
}

/**
 * The transactions of a genesis (validators, then chains), at height 0. Index 0 is left to the allocations, which no
 * transaction created.
 */
function pGenesisTxs({ validators, chains }: PGenesis): DecodedTx[] {
  return [...validators, ...chains].map((tx, index) => ({
    tx,
    chain: CHAIN.p,
    position: positionOf(0, index + 1),
    effects: effectsOfP(tx),
  }));
}

/** Transactions that create the X-Chain's initial assets: AVAX, and who holds it. */
function xGenesisTxs({ chains: [xChain] }: PGenesis): DecodedTx[] {
  const [created] = xChain === undefined ? [] : effectsOfKind(effectsOfP(xChain), "blockchain.created");
  if (created === undefined) return [];
  return decodeXGenesis(created.genesisData).map(({ tx }, index) => ({
    tx,
    chain: CHAIN.x,
    position: xGenesisPosition(index),
    effects: effectsOfX(tx),
  }));
}
