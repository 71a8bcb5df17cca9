import type { SubnetEffect } from "../../avalanche/effects";
import { packBytes } from "../../store/rows/columns";
import type { SubnetTable } from "../../store/tables/subnet";
import { placeOf, type TxContext } from "../rows/projection";

type Of<Kind extends SubnetEffect["kind"]> = Extract<SubnetEffect, { kind: Kind }>;

export function createSubnet(context: TxContext, effect: Of<"subnet.created">): void {
  context.projection.batch.insert("subnet", {
    position: context.position,
    subnet_id: context.txId,
    ...ownerColumns(effect),
    transformed_position: null,
    converted_position: null,
    manager_chain_id: null,
    manager_address: null,
  });
}

export function changeOwner(context: TxContext, effect: Of<"subnet.ownerChanged">): void {
  change(context, effect.subnetId, ownerColumns(effect));
}

export function transformSubnet(context: TxContext, effect: Of<"subnet.transformed">): void {
  change(context, effect.subnetId, { transformed_position: context.position });
}

export function convertSubnet(context: TxContext, effect: Of<"subnet.converted">): void {
  change(context, effect.subnetId, {
    converted_position: context.position,
    manager_chain_id: effect.managerChainId,
    manager_address: effect.managerAddress,
  });
}

function ownerColumns({ owner }: Of<"subnet.created" | "subnet.ownerChanged">) {
  return {
    owner_locktime: owner.locktime,
    owner_threshold: owner.threshold,
    owner_addresses: packBytes(owner.addresses),
  };
}

/** A subnet made before an incomplete index begins has no row to change. */
function change(context: TxContext, subnetId: Uint8Array, changes: Partial<SubnetTable>): void {
  const { batch } = context.projection;
  const position = placeOf(context.projection, subnetId);
  if (position === undefined || !batch.find("subnet", [position])) return;
  batch.update("subnet", [position], changes);
}
