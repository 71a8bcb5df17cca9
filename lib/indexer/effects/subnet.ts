import type { Owner, SubnetEffect } from "../../avalanche/effects";
import { packBytes } from "../../store/rows/columns";
import type { SubnetTable } from "../../store/tables/staking";
import { placeOf, type TxContext } from "../rows/projection";
import type { Wanted } from "../rows/wanted";
import { type EffectHandlers, type LedgerHandlers, none, nothing } from "./handler";

export const subnetHandlers: EffectHandlers<SubnetEffect> = {
  "subnet.created": {
    needs: nothing,
    rows({ projection, position, txId }, { owner }) {
      projection.batch.insert("subnet", {
        position,
        subnet_id: txId,
        ...ownerColumns(owner),
        transformed_position: null,
        converted_position: null,
        manager_chain_id: null,
        manager_address: null,
      });
    },
  },
  "subnet.ownerChanged": {
    needs: wantSubnet,
    rows: (context, { subnetId, owner }) => change(context, subnetId, ownerColumns(owner)),
  },
  "subnet.transformed": {
    needs: wantSubnet,
    rows: (context, { subnetId }) => change(context, subnetId, { transformed_position: context.position }),
  },
  "subnet.converted": {
    needs: wantSubnet,
    rows(context, { subnetId, managerChainId, managerAddress }) {
      change(context, subnetId, {
        converted_position: context.position,
        manager_chain_id: managerChainId,
        manager_address: managerAddress,
      });
    },
  },
};

export const subnetLedgerHandlers: LedgerHandlers<"subnet.changed"> = {
  // The transaction's own effects make its rows.
  "subnet.changed": none,
};

function wantSubnet(wanted: Wanted, { subnetId }: { subnetId: Uint8Array }): void {
  wanted.row(subnetId);
}

function ownerColumns({ locktime, threshold, addresses }: Owner) {
  return { owner_locktime: locktime, owner_threshold: threshold, owner_addresses: packBytes(addresses) };
}

/** A subnet made before an incomplete index begins has no row to change. */
function change({ projection }: TxContext, subnetId: Uint8Array, changes: Partial<SubnetTable>): void {
  const position = placeOf(projection, subnetId);
  if (position === undefined || !projection.batch.find("subnet", [position])) return;
  projection.batch.update("subnet", [position], changes);
}
