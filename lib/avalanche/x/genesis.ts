import { sha256 } from "#sha256";
import { array, struct } from "../codec/combinators";
import { text, versioned } from "../codec/fields";
import { decode } from "../codec/layout";
import { encodeXBlock, type XBlock } from "./block";
import { decodeXTx, encodeXTx, type XTx } from "./txs";
import { createAssetTx } from "./txs/create-asset";
import { encodeVertex } from "./vertex";

/** An asset of the X-Chain's genesis, with its initial outputs. */
export interface GenesisAsset {
  /** "AVAX" for the asset of fees. */
  alias: string;
  /** An unsigned CreateAssetTx, whose id is the asset's. */
  tx: XTx;
}

const genesis = versioned(struct({ assets: array(struct({ alias: text, body: createAssetTx.layout })) }));

/**
 * Decodes X-Chain genesis bytes: the `genesisData` of the CreateChainTx that creates the chain.
 * @throws DataError
 * @source avalanchego vms/avm/genesis.go
 */
export function decodeXGenesis(bytes: Uint8Array): GenesisAsset[] {
  return decode(genesis, bytes).assets.map(({ alias, body }) => {
    const { typeId, name: txType } = createAssetTx;
    const none = new Uint8Array();
    const unsigned = { typeId, txType, unsigned: body, credentials: [], txId: none };
    const signedBytes = encodeXTx({ ...unsigned, bytes: none, unsignedBytes: none });
    return { alias, tx: decodeXTx(signedBytes) };
  });
}

/**
 * Block 0 of a chain. No index holds it; block 1 names it as parent. Its own parent is the stop vertex of the graph.
 * @param cortinaTime unix seconds
 * @param stopVertexId of a chain with a graph; by default that of a chain which never had a vertex
 * @source avalanchego vms/avm/state/state.go InitializeChainState
 */
export function xGenesisBlock(
  chainId: Uint8Array,
  cortinaTime: bigint,
  stopVertexId = sha256(encodeVertex({ vertexId: NONE, chainId, height: 0n, parentIds: [] })),
): Pick<XBlock, "blockId" | "parentId" | "bytes"> {
  const parentId = stopVertexId;
  const bytes = encodeXBlock({
    blockId: NONE,
    blockType: "StandardBlock",
    parentId,
    height: 0n,
    time: cortinaTime,
    merkleRoot: new Uint8Array(32),
    txs: [],
    bytes: NONE,
  });
  return { blockId: sha256(bytes), parentId, bytes };
}

const NONE = new Uint8Array();
