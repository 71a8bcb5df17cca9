import { equalBytes } from "../../../avalanche/codec/bytes";
import { formatId, formatNodeId } from "../../../avalanche/ids";
import { P_TXS } from "../../../avalanche/p/txs";
import type { L1ValidatorLine } from "../../../contract/firn/l1s";
import type { L1Change, L1ValidatorAt } from "../../../store/queries/l1-validator-list";
import type { BlockchainRow, SubnetRow } from "../../../store/queries/subnet";
import type { PMoment } from "../../page/snapshot-page";
import type { FeesNow } from "../../staking/ledger";
import { sum } from "../../sum";
import { balanceAt } from "./l1-validator";

/** The head, and the fees there where the ledger is complete. */
export interface L1Now {
  at: PMoment;
  fees: FeesNow | undefined;
}

/** When a balance runs out at the current fee, unix seconds; undefined when inactive or unknown. */
export function runsOutAt(balance: bigint | undefined, { at, fees }: L1Now): number | undefined {
  if (balance === undefined || balance === 0n || fees === undefined) return undefined;
  return at.time + Number(balance / fees.validatorPrice);
}

/** In nAVAX per validator and second. */
export function presentFee(fees: FeesNow | undefined) {
  return fees === undefined ? {} : { feePerSecondNavax: fees.validatorPrice.toString() };
}

/** A validation that has not ended, at the head. */
export function presentL1ValidatorLine(row: L1ValidatorAt, now: L1Now): L1ValidatorLine {
  const balance = balanceAt(row, now.at);
  const ends = runsOutAt(balance, now);
  const active = row.weight !== 0n && balance !== 0n;
  return {
    validationId: formatId(row.validation_id),
    nodeId: formatNodeId(row.node_id),
    weight: row.weight.toString(),
    active,
    ...(balance !== undefined && { balanceNavax: balance.toString() }),
    ...(ends !== undefined && { runsOutTimestamp: ends }),
    // Its last change made it inactive, unless that change was of its weight.
    ...(!active && row.weight !== 0n && { inactiveSinceTimestamp: row.inactive_since ?? row.point_time }),
  };
}

/** Sums over the validators of one L1. */
export function presentTogether(rows: readonly L1ValidatorAt[], now: L1Now) {
  const lines = rows.map((row) => ({ row, balance: balanceAt(row, now.at) }));
  const active = lines.filter(({ balance }) => balance !== 0n);
  const left = active.flatMap(({ balance }) => balance ?? []);
  const ends = active.flatMap(({ balance }) => runsOutAt(balance, now) ?? []);
  return {
    activeCount: active.length,
    inactiveCount: lines.length - active.length,
    activeWeight: sum(active.map(({ row }) => row.weight)).toString(),
    weight: sum(rows.map(({ weight }) => weight)).toString(),
    ...(left.length === active.length && { balanceNavax: sum(left).toString() }),
    ...(ends.length > 0 && { firstRunsOutTimestamp: Math.min(...ends) }),
  };
}

/** An L1 without its validators. */
export function presentL1Facts(row: SubnetRow, blockchains: readonly BlockchainRow[]) {
  const managing = blockchains.find(
    ({ blockchain_id }) => row.manager_chain_id !== null && equalBytes(blockchain_id, row.manager_chain_id),
  );
  const name = (managing ?? blockchains[0])?.name;
  return {
    subnetId: formatId(row.subnet_id),
    ...(name !== undefined && { name }),
    ...(row.conversion_time !== null && { convertedTimestamp: row.conversion_time }),
    ...(row.conversion_tx_id !== null && { conversionTxHash: formatId(row.conversion_tx_id) }),
    blockchains: blockchains.map((chain) => ({
      blockchainId: formatId(chain.blockchain_id),
      name: chain.name,
      vmId: formatId(chain.vm_id),
      ...(chain.evm_chain_id !== null && { evmChainId: chain.evm_chain_id }),
    })),
  };
}

/** One change of a validation. */
export function presentL1Change(change: L1Change) {
  const type = P_TXS.find(({ typeId }) => typeId === change.tx_type);
  return {
    timestamp: change.time,
    height: change.height,
    ...(change.tx_id && { txHash: formatId(change.tx_id) }),
    ...(type && { txType: type.name }),
    weight: change.weight.toString(),
    ...(change.balance !== null && { balanceNavax: change.balance.toString() }),
    paidInNavax: change.paid_in.toString(),
    ...(change.paid_back !== null && { paidBackNavax: change.paid_back.toString() }),
  };
}
