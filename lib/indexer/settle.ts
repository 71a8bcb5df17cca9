import { toHex } from "../avalanche/bytes";
import { decodeGenesis, type PGenesis } from "../avalanche/genesis";
import type { NetworkRules } from "../avalanche/ledger/rules";
import { effectsOf } from "../avalanche/p/txs";
import { positionOf } from "../store/columns";
import type { NetworkFacts } from "../store/network";
import type { DecodedBlock, DecodedTx } from "./decode";
import { blockFailure } from "./failure";
import { Ledger } from "./ledger";
import type { GenesisDeeds, SettledBlock } from "./project";
import type { StreamState } from "./state";

/** What a chain starts from, and the facts about the network that follow from it. */
export interface Beginning {
  deeds: GenesisDeeds | undefined;
  ledger: Ledger | undefined;
  facts: NetworkFacts;
  avaxAssetId: Uint8Array;
}

/** Where a stream begins: the genesis before its first block, if that is block 1 and the genesis is known. */
export function begin(
  first: DecodedBlock,
  options: { rules: NetworkRules; genesisFor: (blockId: Uint8Array) => Uint8Array | undefined },
): Beginning {
  const bytes = first.height === 1 ? options.genesisFor(first.block.parentId) : undefined;
  if (bytes) return beginAt(bytes, options.rules);
  const avaxAssetId = guessAvax(first);
  return { deeds: undefined, ledger: undefined, facts: { avaxAssetId: toHex(avaxAssetId) }, avaxAssetId };
}

/**
 * Adds what bytes can't say: chain time and, where the books are kept, what the ledger says of each block.
 * @throws BlockFailure with the DataError of the first block that contradicts the books
 */
export function settleBlocks(
  state: StreamState,
  ledger: Ledger | undefined,
  blocks: readonly DecodedBlock[],
): SettledBlock[] {
  let time = state.checkpoint?.time ?? 0;
  return blocks.map((block, index) =>
    blockFailure(index, () => {
      const facts = ledger?.apply(block.block);
      // Apricot blocks have no time of their own; without the books the wrapper's comes closest.
      const own = block.block.time ?? block.container.wrapper.timestamp;
      time = facts?.time ?? (own === undefined ? time : Number(own));
      return { ...block, time, ...(facts && { ledger: facts }) };
    }),
  );
}

function beginAt(bytes: Uint8Array, rules: NetworkRules): Beginning {
  const genesis = decodeGenesis(bytes);
  const { ledger, effects } = Ledger.start(genesis, rules);
  const { avaxAssetId, utxos } = genesis;
  const [xChain, cChain] = genesis.chains;
  return {
    deeds: { time: Number(genesis.time), utxos, txs: genesisTxs(genesis), effects },
    ledger,
    facts: {
      genesis: toHex(bytes),
      genesisBlockId: toHex(genesis.block.blockId),
      avaxAssetId: toHex(avaxAssetId),
      ...(xChain && { xChainId: toHex(xChain.txId) }),
      ...(cChain && { cChainId: toHex(cChain.txId) }),
    },
    avaxAssetId,
  };
}

/**
 * The transactions of a genesis (validators, then chains) as those of height 0. Index 0 is left to the allocations,
 * which no transaction made.
 */
function genesisTxs({ validators, chains }: PGenesis): DecodedTx[] {
  return [...validators, ...chains].map((tx, index) => ({
    tx,
    position: positionOf(0, index + 1),
    effects: effectsOf(tx),
  }));
}

/** Without a genesis: the first asset that is spent. Fees are paid in AVAX, so a transaction spends it first of all. */
function guessAvax(first: DecodedBlock): Uint8Array {
  for (const effect of first.txs.flatMap(({ effects }) => effects)) {
    if (effect.kind === "utxo.consumed") return effect.assetId;
  }
  return new Uint8Array(32);
}
