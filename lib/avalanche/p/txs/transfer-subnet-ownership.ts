import { subnetId } from "../../codec/fields";
import { authorization, owner } from "../../codec/fx";
import { defineTx } from "../../transaction";
import { moves } from "../../utxo/transferable";
import { baseTx } from "../pieces";

/** Gives a subnet new owners. */
export const transferSubnetOwnershipTx = defineTx({
  typeId: 33,
  name: "TransferSubnetOwnershipTx",
  since: "durango",
  gas: { reads: 1, writes: 1 },
  body: { base: baseTx, subnetId, subnetAuthorization: authorization, newOwner: owner },
  effects: ({ base, subnetId, newOwner }) => [
    ...moves(base),
    { kind: "subnet.ownerChanged", subnetId, owner: newOwner },
  ],
});
