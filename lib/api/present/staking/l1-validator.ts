import { toHex } from "../../../avalanche/codec/bytes";
import { formatAddress, formatId, formatNodeId } from "../../../avalanche/ids";
import type { L1Validator } from "../../../contract/data/l1-validators";
import type { L1ValidatorAt } from "../../../store/queries/l1-validator-list";
import { unpackBytes } from "../../../store/rows/columns";
import type { PMoment } from "../../page/snapshot-page";
import type { ServedNetwork } from "../../request/network";
import type { Presenting } from "../asset";
import { presentBls } from "../utxo/owner";
import { ADDRESS_BYTES } from "../utxo/stored-output";

interface L1Around {
  at: PMoment;
  proof: Uint8Array | undefined;
}

/** An L1 validation in its public form. */
export function presentL1Validator(
  row: L1ValidatorAt,
  { at, network, dialect, proof }: Pick<Presenting, "network" | "dialect"> & L1Around,
): L1Validator {
  const balance = balanceAt(row, at);
  return {
    validationId: formatId(row.validation_id),
    validationIdHex: toHex(row.validation_id),
    nodeId: formatNodeId(row.node_id),
    subnetId: formatId(row.subnet_id),
    weight: Number(row.weight),
    remainingBalance: balance === undefined ? dialect.unknownNumber : Number(balance),
    creationTimestamp: row.registered_time,
    blsCredentials: presentBls(row.public_key, proof),
    ...presentL1Owners(row, network),
  };
}

/** Who receives the remaining balance, and who may disable the validator. */
export function presentL1Owners(row: L1ValidatorAt, network: ServedNetwork) {
  const owner = (threshold: number, addresses: Uint8Array) => ({
    addresses: unpackBytes(addresses, ADDRESS_BYTES).map((address) => formatAddress(network.hrp, address)),
    threshold,
  });
  return {
    remainingBalanceOwner: owner(row.remaining_balance_threshold, row.remaining_balance_addresses),
    deactivationOwner: owner(row.deactivation_threshold, row.deactivation_addresses),
  };
}

/**
 * nAVAX left at a moment: the balance after the last change, less the fees accrued since. Undefined where the ledger
 * does not have the fees.
 * @source ACP-77
 */
export function balanceAt(row: L1ValidatorAt, { accruedFees }: PMoment): bigint | undefined {
  if (row.weight === 0n || row.balance === 0n) return 0n;
  if (row.balance === null || row.accrued_then === null || accruedFees === null) return undefined;
  return row.balance - (accruedFees - row.accrued_then);
}
