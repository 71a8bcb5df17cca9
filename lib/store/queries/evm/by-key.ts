import type { EvmDb } from "../../db";
import { engineOf } from "../../engine";
import { EVM_KEYS } from "../../rows/evm-batch";
import { inTuples, setOf } from "../../sql/expressions";
import type { NftTable } from "../../tables/evm/nfts";
import type {
  ApprovalTable,
  ContractQuestionTable,
  ContractTable,
  NftApprovalTable,
  TokenBalanceTable,
} from "../../tables/evm/tokens";
import { inParts } from "../by-key";

/** Stored rows that a batch of blocks adds to, many at once by their keys. Unknown keys are left out. */

interface TokenKey {
  tokenId: number;
  number: Uint8Array;
}

export function findBalances(
  db: EvmDb,
  keys: readonly (TokenKey & { holderId: number })[],
): Promise<TokenBalanceTable[]> {
  return inParts(db, keys, (part) =>
    engineOf(db).readRows(
      db,
      { table: "token_balance", key: EVM_KEYS.token_balance },
      part.map(({ tokenId, holderId, number }) => [tokenId, holderId, number]),
    ),
  );
}

type ApprovalKey = Pick<ApprovalTable, "owner_id" | "token_id" | "form" | "spender_id">;

export function findApprovals(db: EvmDb, keys: readonly ApprovalKey[]): Promise<ApprovalTable[]> {
  return inParts(db, keys, (part) =>
    engineOf(db).readRows(
      db,
      { table: "approval", key: EVM_KEYS.approval },
      part.map(({ owner_id, token_id, form, spender_id }) => [owner_id, token_id, form, spender_id]),
    ),
  );
}

export function findNftApprovals(
  db: EvmDb,
  keys: readonly Pick<NftApprovalTable, "token_id" | "token_number">[],
): Promise<NftApprovalTable[]> {
  return inParts(db, keys, (part) =>
    engineOf(db).readRows(
      db,
      { table: "nft_approval", key: EVM_KEYS.nft_approval },
      part.map(({ token_id, token_number }) => [token_id, token_number]),
    ),
  );
}

export function findNfts(db: EvmDb, keys: readonly TokenKey[]): Promise<NftTable[]> {
  return inParts(db, keys, (part) => {
    return db
      .selectFrom("nft")
      .selectAll()
      .where(
        inTuples(
          ["token_id", "token_number"],
          part.map(({ tokenId, number }) => [tokenId, number]),
        ),
      )
      .execute();
  });
}

/** The largest number given to a token; 0 while there is none. */
export async function findLastNftId(db: EvmDb): Promise<number> {
  const row = await db.selectFrom("nft").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

export function findContracts(db: EvmDb, addressIds: readonly number[]): Promise<ContractTable[]> {
  return inParts(db, addressIds, (part) =>
    db.selectFrom("contract").selectAll().where("address_id", "in", setOf(part)).execute(),
  );
}

/** What is still to be asked of contracts. */
export function findContractQuestions(
  db: EvmDb,
  addressIds: readonly number[],
): Promise<ContractQuestionTable[]> {
  return inParts(db, addressIds, (part) =>
    db.selectFrom("contract_question").selectAll().where("address_id", "in", setOf(part)).execute(),
  );
}
