import { engineOf } from "../../../store/engine";
import {
  auditEpoch,
  findWrongItems,
  listEpochSpans,
  listUnknownAddresses,
} from "../../../store/queries/evm/audit-lists";
import { ACTIVITY, heightOf, positionOf } from "../../../store/rows/columns";
import { type CheckResult, DifferenceCounter } from "../../audit/check-result";
import type { AuditContext } from "./context";

/** Wrong items read of each list of an epoch; further ones are not counted. */
const MOST_WRONG = 1_000;

/** Checks every list of every address against the transactions, calls and movements that it names. */
export async function auditLists({ db, signal, onProgress }: AuditContext): Promise<CheckResult> {
  const counter = new DifferenceCounter();
  // Lists that are indexes can't differ from the rows that they name.
  const isKept = engineOf(db).keepsLists;
  const spans = isKept ? await listEpochSpans(db) : [];
  let items = 0;
  for (const [done, span] of spans.entries()) {
    if (signal.aborted) break;
    for (const { addressId, kind, position, item, isStored } of await findWrongItems(db, span, MOST_WRONG)) {
      const name = `address_activity ${span.epoch}/${addressId}/${kind}/${position}/${item} (${kindName(kind)})`;
      const what = isStored ? "stored a row, expected none" : "stored none, expected a row";
      counter.add(`${name}: ${what}`, `${kindName(kind)} ${what}`);
    }
    const epoch = await auditEpoch(db, span);
    // Blocks that came after newer ones are in epochs below 0.
    const expected = Math.min(0, spans[0]?.epoch ?? 0) + done;
    if (span.epoch !== expected)
      counter.add(`epoch ${span.epoch}: stored a row, expected epoch ${expected}`, "epoch");
    if (span.from !== positionOf(heightOf(span.from), 0))
      counter.add(`epoch ${span.epoch} first_position: stored ${span.from}, no block begins there`, "epoch");
    for (const id of epoch.without)
      counter.add(`address_epoch ${id}/${span.epoch}: stored a row, expected none`, "epoch");
    for (const id of epoch.unlisted)
      counter.add(`address_epoch ${id}/${span.epoch}: stored none, expected a row`, "epoch");
    items += epoch.items;
    onProgress(done + 1, spans.length);
  }
  if (!signal.aborted)
    for (const id of await listUnknownAddresses(db, MOST_WRONG))
      counter.add(`address ${id}: stored none, expected a row`, "address");
  return counter.result("lists", isKept ? `${items} items` : "kept as indexes");
}

function kindName(kind: number): string {
  return Object.entries(ACTIVITY).find(([, number]) => number === kind)?.[0] ?? String(kind);
}
