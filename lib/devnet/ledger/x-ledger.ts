import { sha256 } from "#sha256";
import { toHex } from "../../avalanche/codec/bytes";
import { type AssetEffect, says } from "../../avalanche/effects";
import { encodeXBlock } from "../../avalanche/x/block";
import type { GenesisAsset } from "../../avalanche/x/genesis";
import { effectsOf, type XTx } from "../../avalanche/x/txs";
import { encodeVertex, type Vertex } from "../../avalanche/x/vertex";
import { type AtomicMemory, type ChainUtxos, moveUtxos } from "./atomic-memory";
import { UtxoSet } from "./utxo-set";

/** The X-Chain's state from genesis on, block by block: UTXOs, transactions and assets. */
export class XLedger {
  readonly utxos = new UtxoSet();
  readonly #chainUtxos: ChainUtxos;
  readonly #txs = new Map<string, XTx>();
  readonly #assets = new Map<string, AssetEffect>();
  /** Names that genesis gives to assets. */
  readonly #aliases: readonly { alias: string; assetId: Uint8Array }[];
  #stopVertexId: Uint8Array | undefined;

  constructor(blockchainId: Uint8Array, assets: readonly GenesisAsset[], memory: AtomicMemory) {
    this.#chainUtxos = { blockchainId, utxos: this.utxos, memory };
    this.#aliases = assets.map(({ alias, tx }) => ({ alias, assetId: tx.txId }));
    for (const { tx } of assets) this.apply(tx);
  }

  /** Applies a transaction of an accepted block, or of the graph before there were blocks. */
  apply(tx: XTx): void {
    const key = toHex(tx.txId);
    this.#txs.set(key, tx);
    const effects = effectsOf(tx);
    moveUtxos(this.#chainUtxos, tx.txId, effects);
    for (const effect of effects) if (says(effect, "creates", "asset")) this.#assets.set(key, effect);
  }

  tx(txId: Uint8Array): XTx | undefined {
    return this.#txs.get(toHex(txId));
  }

  asset(assetId: Uint8Array): AssetEffect | undefined {
    return this.#assets.get(toHex(assetId));
  }

  /** The graph ends with its last vertex. Block 0 follows. */
  endGraph({ vertexId }: Vertex): void {
    this.#stopVertexId = vertexId;
  }

  /**
   * Block 0, which no index holds: the child of the stop vertex, at the time of Cortina (unix seconds). On a network
   * that never had a graph, the stop vertex ends nothing.
   * @source AvalancheGo vms/avm/state/state.go InitializeChainState; snow/engine/avalanche/vertex/builder.go
   */
  genesisBlock(cortina: bigint): Uint8Array {
    const { blockchainId: chainId } = this.#chainUtxos;
    const parentId =
      this.#stopVertexId ?? sha256(encodeVertex({ vertexId: NONE, chainId, height: 0n, parentIds: [] }));
    const unhashed = { blockType: "StandardBlock", blockId: NONE, bytes: NONE } as const;
    const merkleRoot = new Uint8Array(32);
    return encodeXBlock({ ...unhashed, parentId, height: 0n, time: cortina, merkleRoot, txs: [] });
  }

  /** The asset that genesis gave this name. */
  assetByAlias(alias: string): Uint8Array | undefined {
    return this.#aliases.find((each) => each.alias === alias)?.assetId;
  }

  aliasOf(assetId: Uint8Array): string | undefined {
    return this.#aliases.find((each) => toHex(each.assetId) === toHex(assetId))?.alias;
  }
}

const NONE = new Uint8Array();
