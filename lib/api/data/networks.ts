import { PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import type * as contract from "../../contract/data/networks";
import { sumRunning } from "../../store/queries/stake-list";
import type { Handler } from "../handler";
import { readHead } from "../page/snapshot-page";
import { ratio } from "../present/staking/stake";
import { requireNetwork } from "../request/network";

export const getNetworkDetails: Handler<typeof contract.getNetworkDetails> = ({ params, read }) =>
  read(async (context) => {
    requireNetwork(context.network, params.network);
    const at = await readHead(context);
    const sum = await sumRunning(context.db, { at, subnetId: PRIMARY_NETWORK_ID });
    const { dialect, genesis } = context;
    // Rewards and supply come from the ledger, which begins with the genesis.
    const reward = genesis === undefined ? undefined : sum.potentialReward.toString();
    const stakingRatio = at.supply === null ? undefined : ratio(sum.weight, at.supply);
    return {
      validatorDetails: {
        validatorCount: sum.validatorCount,
        totalAmountStaked: sum.validatorWeight.toString(),
        estimatedAnnualStakingReward: reward ?? dialect.unknownText,
        stakingDistributionByVersion: [],
        stakingRatio: stakingRatio ?? dialect.unknownText,
      },
      delegatorDetails: {
        delegatorCount: sum.delegatorCount,
        totalAmountStaked: sum.delegatorWeight.toString(),
      },
    };
  });
