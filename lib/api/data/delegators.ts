import { toHex } from "../../avalanche/codec/bytes";
import type * as contract from "../../contract/data/delegators";
import { InputError } from "../../errors";
import { findAddresses } from "../../store/queries/by-key";
import { listStakes } from "../../store/queries/stake-list";
import { STAKE_ROLE } from "../../store/rows/columns";
import type { Handler } from "../handler";
import { takeSnapshotPage } from "../page/snapshot-page";
import { presentDelegator } from "../present/staking/stake";
import { CHAINS } from "../request/chains";
import { readAddresses, requireNetwork, type ServedNetwork } from "../request/network";
import { readNodeIds } from "../request/node-ids";
import { readDelegatorFacts } from "../staking/stake-facts";
import { readStakeStart } from "../staking/stake-start";

export const listDelegators: Handler<typeof contract.listDelegators> = ({ params, query, read }) =>
  read(async (context) => {
    const { db, network } = context;
    requireNetwork(network, params.network);
    const { rewardAddresses, sortOrder } = query;
    const owners = rewardAddresses === undefined ? undefined : readRewardAddresses(network, rewardAddresses);
    const nodeIds = query.nodeIds === undefined ? undefined : readNodeIds(query.nodeIds);
    const status = query.delegationStatus;
    const filter = {
      role: STAKE_ROLE.delegator,
      statuses: status === undefined ? undefined : [status],
      nodeIds,
      rewarding: owners && (await findAddresses(db, owners)).map(({ id }) => id),
      order: sortOrder,
    };
    const { rows, nextPageToken } = await takeSnapshotPage(context, {
      token: query.pageToken,
      canonical: {
        endpoint: "delegators",
        status,
        sortOrder,
        owners: owners?.map(toHex).sort(),
        nodeIds: nodeIds?.map(toHex).sort(),
      },
      pageSize: query.pageSize,
      list: async (at, page) => {
        const cursor = page.cursor ?? (await readStakeStart(context, query, at));
        return listStakes(db, { ...filter, ...page, cursor, at });
      },
      idOf: ({ id }) => id,
    });
    const facts = await readDelegatorFacts(context, rows);
    return { nextPageToken, delegators: facts.map((one) => presentDelegator(one, context)) };
  });

/** @throws InputError BAD_PARAMETER as `readAddresses`, but naming this parameter */
function readRewardAddresses(network: ServedNetwork, text: string): Uint8Array[] {
  try {
    return readAddresses(network, CHAINS.p, text);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.code, error.message.replace(/^addresses/, "rewardAddresses"));
  }
}
