import { isAcceptedLive } from "../../avalanche/accepted-live";
import type * as contract from "../../contract/firn/acceptance";
import { listAcceptance } from "../../store/queries/stream";
import { CHAIN } from "../../store/rows/columns";
import type { Handler } from "../handler";
import { acceptanceLagMs } from "../present/network/acceptance";

/** A chain that is not indexed has no points, nor has a block that was not accepted live. */
export const getAcceptance: Handler<typeof contract.getAcceptance> = ({ query, read }) =>
  read(async ({ db }) => {
    const rows = await listAcceptance(db, CHAIN[query.chain], query.limit);
    const points = rows.reverse().flatMap((row) => {
      const { height, time, accepted_at_ns } = row;
      const lagMs = acceptanceLagMs(row);
      if (accepted_at_ns === null || lagMs === undefined || !isAcceptedLive(lagMs)) return [];
      return [{ height, time, acceptedAtNs: accepted_at_ns.toString(), lagMs }];
    });
    return { chain: query.chain, points, notAcceptedLive: rows.length - points.length };
  });
