import type * as contract from "../../contract/firn/acceptance";
import { CHAIN } from "../../store/columns";
import { listAcceptance } from "../../store/queries/stream";
import type { Handler } from "../handler";
import { acceptanceLagMs } from "../present/status";

/** Chains that are not indexed have no points. */
export const getAcceptance: Handler<typeof contract.getAcceptance> = ({ query, read }) =>
  read(async ({ db }) => {
    const rows = await listAcceptance(db, CHAIN[query.chain], query.limit);
    const points = rows.reverse().map((row) => ({
      height: row.height,
      time: row.time,
      acceptedAtNs: row.accepted_at_ns.toString(),
      lagMs: acceptanceLagMs(row),
    }));
    return { chain: query.chain, points };
  });
