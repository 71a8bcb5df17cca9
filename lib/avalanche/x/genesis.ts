import { array, struct } from "../combinators";
import { text, versioned } from "../fields";
import { decode } from "../layout";
import { decodeXTx, encodeXTx, type XTx } from "./txs";
import { createAssetTx } from "./txs/create-asset";

/** An asset that the X-Chain starts with, and what there is of it. */
export interface GenesisAsset {
  /** "AVAX" for the asset in which fees are paid. */
  alias: string;
  /** A CreateAssetTx without signatures, whose id is the asset's. */
  tx: XTx;
}

const genesis = versioned(struct({ assets: array(struct({ alias: text, body: createAssetTx.layout })) }));

/**
 * Reads X-Chain genesis bytes: the `genesisData` of the CreateChainTx that makes the chain.
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
