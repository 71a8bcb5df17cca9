import { toHex } from "../../../avalanche/codec/bytes";
import type { Owner } from "../../../avalanche/effects";
import { formatAddress } from "../../../avalanche/ids";
import type { SubnetOwnershipInfo } from "../../../contract/data/primary-network";
import type { ServedNetwork } from "../../request/network";

/** Who may act or is paid. */
export function presentOwner(owner: Owner, network: ServedNetwork): SubnetOwnershipInfo {
  return {
    locktime: Number(owner.locktime),
    threshold: owner.threshold,
    addresses: owner.addresses.map((address) => formatAddress(network.hrp, address)),
  };
}

/** Owners of a stake's rewards, then of its shares of delegators' rewards, each address once. */
export function presentRewardAddresses(
  { rewardsOwner, delegationRewardsOwner }: { rewardsOwner?: Owner; delegationRewardsOwner?: Owner },
  network: ServedNetwork,
): string[] {
  const owners = [...(rewardsOwner?.addresses ?? []), ...(delegationRewardsOwner?.addresses ?? [])];
  return [...new Set(owners.map((address) => formatAddress(network.hrp, address)))];
}

/** Parts per million as percent, without trailing zeros: 20,000 is "2". */
export function percentOf(shares: number): string {
  return String(shares / 10_000);
}

/** A BLS key, with its proof of possession where that is known. */
export function presentBls(publicKey: Uint8Array, proof: Uint8Array | undefined) {
  return {
    publicKey: toHex(publicKey),
    ...(proof && { proofOfPossession: toHex(proof) }),
  };
}
