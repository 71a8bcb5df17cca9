import type { Owner, SubnetEffect } from "../../avalanche/effects";
import { packBytes } from "../../store/rows/columns";
import type { SubnetTable } from "../../store/tables/staking";
import type { Needs } from "../rows/needs";
import { findPosition, type TxContext } from "../rows/projection";
import { type EffectHandlers, type LedgerHandlers, needsNothing, none } from "./handler";

export const subnetHandlers: EffectHandlers<SubnetEffect> = {
  "subnet.created": {
    addNeeds: needsNothing,
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
    addNeeds: needSubnet,
    rows: (context, { subnetId, owner }) => change(context, subnetId, ownerColumns(owner)),
  },
  "subnet.transformed": {
    addNeeds: needSubnet,
    rows: (context, { subnetId }) => change(context, subnetId, { transformed_position: context.position }),
  },
  "subnet.converted": {
    addNeeds: needSubnet,
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
  // The transaction's own effects write its rows.
  "subnet.changed": none,
};

function needSubnet(needs: Needs, { subnetId }: { subnetId: Uint8Array }): void {
  needs.row(subnetId);
}

function ownerColumns({ locktime, threshold, addresses }: Owner) {
  return { owner_locktime: locktime, owner_threshold: threshold, owner_addresses: packBytes(addresses) };
}

/** A subnet created before an incomplete index begins has no row to change. */
function change({ projection }: TxContext, subnetId: Uint8Array, changes: Partial<SubnetTable>): void {
  const position = findPosition(projection, subnetId);
  if (position === undefined || !projection.batch.find("subnet", [position])) return;
  projection.batch.update("subnet", [position], changes);
}
