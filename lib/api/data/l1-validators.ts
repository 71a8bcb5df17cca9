import { toHex } from "../../avalanche/codec/bytes";
import { parseId, parseNodeId } from "../../avalanche/ids";
import type * as contract from "../../contract/data/l1-validators";
import { listL1Validators as listRows } from "../../store/queries/l1-validator-list";
import type { Handler } from "../handler";
import { takeSnapshotPage } from "../page/snapshot-page";
import { presentL1Validator } from "../present/staking/l1-validator";
import { requireNetwork } from "../request/network";
import { readProofs } from "../transactions/p-facts";

export const listL1Validators: Handler<typeof contract.listL1Validators> = ({ params, query, read }) =>
  read(async (context) => {
    requireNetwork(context.network, params.network);
    const filter = {
      validationId: optional(query.l1ValidationId, parseId),
      nodeId: optional(query.nodeId, parseNodeId),
      subnetId: optional(query.subnetId, parseId),
      which: query.includeInactiveL1Validators === "true" ? "all" : "active",
    } as const;
    const { at, rows, nextPageToken } = await takeSnapshotPage(context, {
      token: query.pageToken,
      canonical: {
        endpoint: "l1Validators",
        validationId: optional(filter.validationId, toHex),
        nodeId: optional(filter.nodeId, toHex),
        subnetId: optional(filter.subnetId, toHex),
        which: filter.which,
      },
      pageSize: query.pageSize,
      list: (at, page) => listRows(context.db, { ...filter, ...page, at }),
      idOf: ({ id }) => id,
    });
    const proofs = await readProofs(
      context,
      rows.map(({ registered_position }) => registered_position),
    );
    return {
      nextPageToken,
      validators: rows.map((row) =>
        presentL1Validator(row, {
          at,
          network: context.network,
          dialect: context.dialect,
          proof: proofs.get(toHex(row.validation_id)),
        }),
      ),
      blockHeight: String(at.height),
    };
  });

function optional<From, To>(value: From | undefined, change: (value: From) => To): To | undefined {
  return value === undefined ? undefined : change(value);
}
