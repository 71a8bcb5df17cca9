import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import type { Owner, PChainOwner } from "../../avalanche/effects";
import { formatId, formatNodeId, PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import { remainingBalance } from "../../avalanche/ledger/l1-validator";
import type { ChainRecord, L1ValidatorRecord, StakerRecord } from "../../avalanche/ledger/records";
import type { ApiDelegator, ApiOwner, ApiStaker, ApiValidator } from "../../contract/node/platform-stakers";
import type { Addresses } from "../go/address";

/** Validators in the form of `platform.getCurrentValidators`, with members in the node's order. */

/**
 * This node's uptime report on another: the share of time it was connected (percent, four digits), and whether it is
 * now.
 */
export interface UptimeReport {
  uptime: string;
  connected: boolean;
}

interface Around {
  addresses: Addresses;
  /** Of the same subnet. */
  delegators: readonly StakerRecord[];
  /** Whether they are listed, or only counted. */
  listed: boolean;
  uptimeReport: UptimeReport;
}

export function presentValidator(staker: StakerRecord, around: Around): ApiValidator {
  if (staker.permissioned) return presentStaker(staker);
  const { addresses, listed, uptimeReport } = around;
  const { bls, rewardsOwner, delegationRewardsOwner } = staker;
  const delegators = around.delegators.filter(({ nodeId }) => equalBytes(nodeId, staker.nodeId));
  return {
    ...presentStaker(staker),
    ...(rewardsOwner && { validationRewardOwner: presentOwner(rewardsOwner, addresses) }),
    ...(delegationRewardsOwner && { delegationRewardOwner: presentOwner(delegationRewardsOwner, addresses) }),
    potentialReward: String(staker.potentialReward),
    accruedDelegateeReward: String(staker.delegateeReward),
    delegationFee: ((staker.delegationShares ?? 0) / 10_000).toFixed(4),
    ...(equalBytes(staker.subnetId, PRIMARY_NETWORK_ID) && uptimeReport),
    ...(bls?.proofOfPossession && {
      signer: { publicKey: toHex(bls.publicKey), proofOfPossession: toHex(bls.proofOfPossession) },
    }),
    delegatorCount: String(delegators.length),
    delegatorWeight: String(delegators.reduce((sum, { weight }) => sum + weight, 0n)),
    ...(listed && { delegators: delegators.map((each) => presentDelegator(each, addresses)) }),
    ...presentRenewal(staker, addresses),
  };
}

/** An inactive validator has a balance of 0. @throws DataError BALANCE_NEGATIVE */
export function presentL1Validator(
  validator: L1ValidatorRecord,
  { chain, addresses }: { chain: ChainRecord; addresses: Addresses },
): ApiValidator {
  return {
    nodeID: formatNodeId(validator.nodeId),
    weight: String(validator.weight),
    startTime: String(validator.start),
    validationID: formatId(validator.validationId),
    publicKey: toHex(validator.publicKey),
    remainingBalanceOwner: presentOwner(validator.remainingBalanceOwner, addresses),
    deactivationOwner: presentOwner(validator.deactivationOwner, addresses),
    minNonce: String(validator.minNonce),
    balance: String(remainingBalance(chain, validator)),
  };
}

/** Members of all stakers. Permissioned ones have no others. */
export function presentStaker(staker: StakerRecord): ApiStaker {
  return {
    txID: formatId(staker.txId),
    startTime: String(staker.start),
    endTime: String(staker.end),
    weight: String(staker.weight),
    nodeID: formatNodeId(staker.nodeId),
  };
}

function presentDelegator(delegator: StakerRecord, addresses: Addresses): ApiDelegator {
  return {
    ...presentStaker(delegator),
    ...(delegator.rewardsOwner && { rewardOwner: presentOwner(delegator.rewardsOwner, addresses) }),
    potentialReward: String(delegator.potentialReward),
  };
}

/** An auto-renewed validator's configuration. The node puts its members among the validator's own. */
function presentRenewal({ autoRenew }: StakerRecord, addresses: Addresses) {
  if (autoRenew === undefined) return {};
  return {
    validatorAuthority: presentOwner(autoRenew.authority, addresses),
    nextPeriod: String(autoRenew.period),
    autoCompoundRewardShares: String(autoRenew.autoCompoundShares),
  };
}

function presentOwner(owner: Owner | PChainOwner, addresses: Addresses): ApiOwner {
  return {
    locktime: String("locktime" in owner ? owner.locktime : 0n),
    threshold: String(owner.threshold),
    addresses: owner.addresses.map((address) => addresses.format(address)),
  };
}
