import { STAKING_TYPES } from "@/components/address/stake-row";
import type { ListStarts } from "./params";

interface StakingPage {
  starts: ListStarts;
  pageSize: number;
  pageToken?: string | undefined;
}

/** The requests for an address's lists of stakes and rewards. */
export function stakingRequests(network: string, addresses: string, { starts, ...page }: StakingPage) {
  const onP = { network, blockchainId: "p-chain" };
  const of = { addresses, ...page };
  const { current, before, pending, paid } = starts;
  return {
    current: { params: onP, query: { ...of, before: current } },
    stakes: { params: onP, query: { ...of, txTypes: [...STAKING_TYPES], before } },
    pending: { params: { network }, query: { ...of, before: pending } },
    paid: { params: { network }, query: { ...of, before: paid } },
  };
}
