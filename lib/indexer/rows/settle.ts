import { toHex } from "../../avalanche/codec/bytes";
import { effectsOfKind } from "../../avalanche/effects";
import { decodeGenesis, type PGenesis } from "../../avalanche/genesis/genesis";
import type { NetworkRules } from "../../avalanche/ledger/rules";
import { effectsOf as effectsOfP } from "../../avalanche/p/txs";
import { decodeXGenesis } from "../../avalanche/x/genesis";
import { effectsOf as effectsOfX } from "../../avalanche/x/txs";
import type { NetworkFacts } from "../../store/bookkeeping/network";
import { chainOfStream } from "../../store/queries/stream";
import { CHAIN, positionOf, xGenesisPosition } from "../../store/rows/columns";
import type { DecodedContainer, DecodedTx } from "../follow/decode";
import { blockFailure } from "../follow/failure";
import type { StreamState } from "../follow/state";
import { Ledger } from "./ledger";
import type { GenesisDeeds } from "./project";
import type { SettledContainer } from "./settled-container";

/** What the chains start from, and the facts about the network that follow from it. */
export interface Beginning {
  deeds: GenesisDeeds;
  ledger: Ledger;
  facts: NetworkFacts;
}

/**
 * Where the P-Chain begins: the genesis before its first block, if that is block 1 and the genesis is known. The other
 * chains' genesis is part of it, and comes with it wherever their streams are: what they spent of it waits for that.
 */
export function begin(
  first: DecodedContainer,
  options: { rules: NetworkRules; genesisFor: (blockId: Uint8Array) => Uint8Array | undefined },
): Beginning | undefined {
  const bytes = first.height === 1 && first.block ? options.genesisFor(first.block.parentId) : undefined;
  return bytes && beginAt(bytes, options.rules);
}

/**
 * Adds what bytes can't say: chain time and, where it is kept, what the ledger says of each block.
 * @throws BlockFailure with the DataError of the first block that contradicts the ledger
 */
export function settleContainers(
  { stream, checkpoint }: StreamState,
  ledger: Ledger | undefined,
  containers: readonly DecodedContainer[],
): SettledContainer[] {
  const chain = chainOfStream(stream.name) ?? CHAIN.p;
  let time = checkpoint?.time ?? 0;
  return containers.map((decoded, index) =>
    blockFailure(index, () => {
      const { block, container } = decoded;
      const facts = block?.pBlock && ledger?.apply(block.pBlock);
      // Apricot blocks have no time of their own; without the ledger the wrapper's comes closest.
      const own = decoded.time ?? container.wrapper.timestamp;
      time = facts?.time ?? (own === undefined ? time : Number(own));
      return { ...decoded, chain, time, ...(facts && { ledger: facts }) };
    }),
  );
}

/** Where the chains stand before their first blocks. */
export function beginAt(bytes: Uint8Array, rules: NetworkRules): Beginning {
  const genesis = decodeGenesis(bytes);
  const { ledger, effects } = Ledger.start(genesis, rules);
  const [xChain, cChain] = genesis.chains;
  return {
    deeds: {
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
 * The transactions of a genesis (validators, then chains) as those of height 0. Index 0 is left to the allocations,
 * which no transaction made.
 */
function pGenesisTxs({ validators, chains }: PGenesis): DecodedTx[] {
  return [...validators, ...chains].map((tx, index) => ({
    tx,
    chain: CHAIN.p,
    position: positionOf(0, index + 1),
    effects: effectsOfP(tx),
  }));
}

/** The assets with which the X-Chain starts: AVAX, and who has it there. */
function xGenesisTxs({ chains: [xChain] }: PGenesis): DecodedTx[] {
  const [created] = xChain === undefined ? [] : effectsOfKind(effectsOfP(xChain), "blockchain.created");
  if (created === undefined) return [];
  return decodeXGenesis(created.genesisData).map(({ tx }, place) => ({
    tx,
    chain: CHAIN.x,
    position: xGenesisPosition(place),
    effects: effectsOfX(tx),
  }));
}
