import type { EvmDb } from "../db";
import { ALL_CONTRACT_FACTS } from "../rows/columns";
import type { ContractQuestionTable, ContractTable } from "../tables/evm/tokens";

/** Every question about a contract; none was asked yet. */
export function newContractQuestion(addressId: number): ContractQuestionTable {
  return {
    address_id: addressId,
    facts: ALL_CONTRACT_FACTS,
    attempts: 0,
    failed_since_ms: null,
    failure: null,
    due_at_ms: 0,
    doubts: 0,
  };
}

/** Deletes the questions about contracts that have answered them. */
export async function deleteContractQuestions(db: EvmDb, addressIds: readonly number[]): Promise<void> {
  for (const id of addressIds)
    await db.deleteFrom("contract_question").where("address_id", "=", id).execute();
}

/** Writes what a contract answered, and what is still to be asked: nothing when `question` is undefined. */
export async function writeContractAnswer(
  db: EvmDb,
  { address_id, ...contract }: ContractTable,
  question: ContractQuestionTable | undefined,
): Promise<void> {
  await db.updateTable("contract").set(contract).where("address_id", "=", address_id).execute();
  if (question === undefined) return deleteContractQuestions(db, [address_id]);
  await db.updateTable("contract_question").set(question).where("address_id", "=", address_id).execute();
}

/** Makes every question that the node could not answer due now: it may be another node, or work again. */
export async function askContractsNow(db: EvmDb, nowMs: number): Promise<void> {
  await db
    .updateTable("contract_question")
    .set({ due_at_ms: nowMs })
    .where("due_at_ms", ">", nowMs)
    .execute();
}

/** Asks a contract everything again. What is known of it stays until it answers. Does nothing for an unknown contract. */
export async function askContractAgain(db: EvmDb, address: Uint8Array): Promise<void> {
  const contract = await db
    .selectFrom("contract")
    .innerJoin("address", "address.id", "contract.address_id")
    .select("address_id")
    .where("bytes", "=", address)
    .executeTakeFirst();
  if (contract === undefined) return;
  const { address_id, doubts: _, ...question } = newContractQuestion(contract.address_id);
  await db
    .insertInto("contract_question")
    .values({ address_id, ...question, doubts: 0 })
    .onConflict((conflict) => conflict.column("address_id").doUpdateSet(question))
    .execute();
}
