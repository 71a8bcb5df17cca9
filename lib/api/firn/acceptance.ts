import type * as contract from "../../contract/firn/acceptance";
import { listAcceptance } from "../../store/queries/stream";
import { CHAIN } from "../../store/rows/columns";
import type { Handler } from "../handler";
import { acceptanceLagMs, kindOfAcceptance } from "../present/network/acceptance";

/** A chain that is not indexed has no points, nor has a block that was not accepted live. */
export const getAcceptance: Handler<typeof contract.getAcceptance> = ({ query, read }) =>
  read(async ({ db }) => {
    const rows = await listAcceptance(db, CHAIN[query.chain], query.limit);
    const live = rows.filter((row) => kindOfAcceptance(row) === "live");
    const points = live.reverse().map((row) => ({
      height: row.height,
      time: row.time,
      acceptedAtNs: row.accepted_at_ns.toString(),
      lagMs: acceptanceLagMs(row),
    }));
    return { chain: query.chain, points, notAcceptedLive: rows.length - live.length };
  });
