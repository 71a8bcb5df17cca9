import { toHex } from "../../../avalanche/codec/bytes";
import { quantityToBigint } from "../../../avalanche/codec/rlp";
import { readEvmFacts } from "../../../store/bookkeeping/evm-facts";
import { unreadBlocks } from "../../../store/bookkeeping/unread-blocks";
import type { EvmDb } from "../../../store/db";
import { findAddressIds, listApprovalsIn, listNftApprovalsIn } from "../../../store/queries/evm/audit-events";
import { findApprovals, findNftApprovals } from "../../../store/queries/evm/by-key";
import { APPROVAL_FORMS, amountOf, heightOf, toAmount } from "../../../store/rows/columns";
import type { ExecutedEvent } from "../feed/block";
import { approvalName, nftApprovalName } from "../rows/approvals";

type Rows = Map<string, Record<string, number | bigint>>;
interface Compared {
  stored: Rows;
  expected: Rows;
}

/** Rows of a block's approvals, by table. */
export interface ApprovalsOfBlock {
  ofAccounts: Compared;
  ofNfts: Compared;
}

export function sizeOf({ ofAccounts, ofNfts }: ApprovalsOfBlock): number {
  return ofAccounts.stored.size + ofNfts.stored.size;
}

/** Approvals that this block says, and the stored ones of it. Where a later block says another, only that one is stored. */
export async function approvalRows(
  db: EvmDb,
  height: number,
  events: readonly { position: number; event: ExecutedEvent }[],
): Promise<ApprovalsOfBlock> {
  const given = events.flatMap(({ position, event: { logIndex, contract, approval } }) =>
    approval === undefined ? [] : [{ position, log_index: logIndex, contract, ...approval }],
  );
  const ids = await findAddressIds(
    db,
    given.flatMap(({ contract, owner, spender }) => [contract, owner, spender]),
  );
  const idOf = (address: Uint8Array) => ids.get(toHex(address)) ?? 0;
  const ofAccounts: Compared = { stored: new Map(), expected: new Map() };
  const ofNfts: Compared = { stored: new Map(), expected: new Map() };
  const keys = given.flatMap(({ form, contract, owner, spender, value, position, log_index }) => {
    if (form === "one") return [];
    const ids = { owner_id: idOf(owner), token_id: idOf(contract), spender_id: idOf(spender) };
    const key = { ...ids, form: APPROVAL_FORMS.indexOf(form) };
    ofAccounts.expected.set(approvalName(key), { value: quantityToBigint(value), position, log_index });
    return [key];
  });
  const nftKeys = given.flatMap(({ form, contract, owner, spender, value, position, log_index }) => {
    if (form !== "one") return [];
    const key = { token_id: idOf(contract), token_number: toAmount(value) };
    const row = { owner_id: idOf(owner), spender_id: idOf(spender), position, log_index };
    ofNfts.expected.set(nftApprovalName(key), row);
    return [key];
  });
  for (const row of [...(await findApprovals(db, keys)), ...(await listApprovalsIn(db, height))]) {
    const { value, position, log_index } = row;
    keepStored(ofAccounts, approvalName(row), { value: amountOf(value), position, log_index }, height);
  }
  for (const row of [...(await findNftApprovals(db, nftKeys)), ...(await listNftApprovalsIn(db, height))]) {
    const { owner_id, spender_id, position, log_index } = row;
    keepStored(ofNfts, nftApprovalName(row), { owner_id, spender_id, position, log_index }, height);
  }
  await forgiveUnread(db, height, [ofAccounts, ofNfts]);
  return { ofAccounts, ofNfts };
}

function keepStored(
  { stored, expected }: Compared,
  name: string,
  row: { position: number } & Record<string, number | bigint>,
  height: number,
): void {
  if (heightOf(row.position) > height) expected.delete(name);
  else stored.set(name, row);
}

/** Blocks of an older Firn whose approvals are not read yet may lack them. */
async function forgiveUnread(db: EvmDb, height: number, all: readonly Compared[]): Promise<void> {
  const unread = unreadBlocks(await readEvmFacts(db), "unreadApprovals");
  if (unread === undefined || height < unread.from || height > unread.to) return;
  for (const { stored, expected } of all)
    for (const name of expected.keys()) if (!stored.has(name)) expected.delete(name);
}
