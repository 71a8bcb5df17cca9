import { array } from "../../codec/combinators";
import { BASE64, id, subnetId, text, varBytes } from "../../codec/fields";
import { authorization } from "../../codec/fx";
import { named } from "../../codec/layout";
import { defineTx } from "../../transaction";
import { moves } from "../../utxo/transferable";
import { baseTx } from "../pieces";

/** Creates a blockchain, validated by a subnet. Its id is this transaction's. */
export const createChainTx = defineTx({
  typeId: 15,
  name: "CreateChainTx",
  since: "apricot",
  gas: { reads: 3, writes: 1 },
  body: {
    base: baseTx,
    subnetId,
    chainName: text,
    vmId: named({ label: "VM" }, id),
    fxIds: named({ label: "Feature extension" }, array(id)),
    genesisData: varBytes(BASE64),
    subnetAuthorization: authorization,
  },
  effects: ({ base, subnetId, chainName, vmId, fxIds, genesisData }) => [
    ...moves(base),
    { kind: "blockchain.created", subnetId, name: chainName, vmId, fxIds, genesisData },
  ],
});
