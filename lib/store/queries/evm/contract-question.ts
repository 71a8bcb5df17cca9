import { sql } from "kysely";
import type { EvmDb } from "../../db";
import { flagAs, rowCount } from "../../sql/computed";
import type { ContractQuestionTable, ContractTable } from "../../tables/evm/tokens";

/** A contract to ask, with its address. */
export interface DueContract {
  address: Uint8Array;
  question: ContractQuestionTable;
}

/** Contracts to ask by now, those that have waited longest first. */
export async function listDueContracts(
  db: EvmDb,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<DueContract[]> {
  const rows = await db
    .selectFrom("contract_question")
    .innerJoin("address", "address.id", "contract_question.address_id")
    .selectAll("contract_question")
    .select("address.bytes")
    .where("due_at_ms", "<=", nowMs)
    .orderBy("due_at_ms")
    .limit(limit)
    .execute();
  return rows.map(({ bytes, ...question }) => ({ address: bytes, question }));
}

/** What is still to be asked of a contract; undefined when it has answered everything. */
export function readContractQuestion(
  db: EvmDb,
  addressId: number,
): Promise<ContractQuestionTable | undefined> {
  return db
    .selectFrom("contract_question")
    .selectAll()
    .where("address_id", "=", addressId)
    .executeTakeFirst();
}

/** Whether a token has events of another form than its standard's. `form`: index of `TRANSFER_FORMS`. */
export async function hasOtherForm(
  db: EvmDb,
  { address_id }: Pick<ContractTable, "address_id">,
  form: number,
): Promise<boolean> {
  const { rows } = await sql<{ other: boolean; numbered: number; transfers: number }>`select
    ${flagAs(
      "other",
      sql`exists (select 1 from token_transfer
      where token_id = ${address_id} and token_number is not null and form <> ${form})`,
    )},
    (select ${rowCount} from token_transfer
      where token_id = ${address_id} and token_number is not null) as numbered,
    coalesce((select transfers from token where token_id = ${address_id}), 0) as transfers`.execute(db);
  const { other = false, numbered = 0, transfers = 0 } = rows[0] ?? {};
  // Movements of amounts have no token number.
  return other || (form > 0 && numbered < transfers);
}
