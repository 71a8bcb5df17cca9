import { PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import type * as contract from "../../contract/data/networks";
import { sumRunning } from "../../store/queries/stake-list";
import type { Handler } from "../handler";
import { requireNetwork } from "../network";
import { percentage } from "../present/stake";
import { readHead } from "../snapshot-page";

export const getNetworkDetails: Handler<typeof contract.getNetworkDetails> = ({ params, read }) =>
  read(async (context) => {
    requireNetwork(context.network, params.network);
    const at = await readHead(context);
    const sum = await sumRunning(context.db, { at, subnetId: PRIMARY_NETWORK_ID });
    return {
      validatorDetails: {
        validatorCount: sum.validatorCount,
        totalAmountStaked: sum.validatorWeight.toString(),
        estimatedAnnualStakingReward: sum.potentialReward.toString(),
        stakingDistributionByVersion: [],
        stakingRatio: at.supply === null ? "" : (percentage(sum.weight, at.supply) / 100).toFixed(8),
      },
      delegatorDetails: {
        delegatorCount: sum.delegatorCount,
        totalAmountStaked: sum.delegatorWeight.toString(),
      },
    };
  });
