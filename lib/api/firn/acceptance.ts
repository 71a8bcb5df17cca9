import { isAcceptedLive } from "../../avalanche/accepted-live";
import type * as contract from "../../contract/firn/acceptance";
import { listAcceptance } from "../../store/queries/stream";
import { CHAIN } from "../../store/rows/columns";
import type { Handler } from "../handler";
import { takePage } from "../page/page";
import { acceptanceLagMs } from "../present/network/acceptance";

/** A chain that is not indexed has no points, nor has a block that was not accepted live. */
export const getAcceptance: Handler<typeof contract.getAcceptance> = ({ query, read }) =>
  read(async ({ db, pageTokens }) => {
    const { chain, before, pageToken, limit } = query;
    const { rows, nextPageToken } = await takePage({
      tokens: pageTokens,
      token: pageToken,
      canonical: { endpoint: "acceptance", chain },
      start: before,
      pageSize: limit,
      list: (below, count) => listAcceptance(db, CHAIN[chain], { below, limit: count }),
      cursorOf: ({ height }) => height,
    });
    const points = rows.reverse().flatMap((row) => {
      const { height, time, accepted_at_ns } = row;
      const lagMs = acceptanceLagMs(row);
      if (accepted_at_ns === null || lagMs === undefined || !isAcceptedLive(lagMs)) return [];
      return [{ height, time, acceptedAtNs: accepted_at_ns.toString(), lagMs }];
    });
    return {
      chain,
      points,
      notAcceptedLive: rows.length - points.length,
      // A bootstrapped history may have millions of blocks that are not accepted live.
      ...(nextPageToken !== undefined && points.length > 0 && { nextPageToken }),
    };
  });
