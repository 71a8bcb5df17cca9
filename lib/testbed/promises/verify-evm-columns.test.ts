import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { EVM_COLUMNS } from "../../indexer/evm/audit/columns";
import { type Damage, damageOf, tableColumns } from "../damage";
import { type AuditedChain, indexAuditedChain } from "../evm/audited";

let audited: AuditedChain;

beforeAll(async () => {
  audited = await indexAuditedChain();
});
afterAll(() => audited.close());

const CHECKABLE = Object.entries<Record<string, object>>(EVM_COLUMNS).flatMap(([table, columns]) =>
  Object.entries(columns).flatMap(([column, how]) => ("by" in how ? [{ table, column }] : [])),
);
const APART = new Set([
  "address",
  "block",
  "block_body",
  "checkpoint",
  "contract",
  "epoch",
  "history",
  "log_body",
  "transaction",
]);
/** Values of a token that only the node knows are not checked. */
const BELIEVED = "token_id in (select address_id from contract where not asks_node)";
const WHERE: Readonly<Record<string, string>> = {
  "token.holders": BELIEVED,
  "token.supply": BELIEVED,
  "token_balance.token_id": `${BELIEVED} and length(token_number) > 0`,
  "token_balance.holder_id": BELIEVED,
  "token_balance.token_number": BELIEVED,
  "token_balance.balance": BELIEVED,
};

it("every column of a chain's store is in the table of how it is checked, and nothing else is", async () => {
  const entered = Object.entries(EVM_COLUMNS).map(([table, of]) => [table, Object.keys(of).sort()]);
  expect(Object.fromEntries(entered)).toEqual(await tableColumns(audited.store.db));
});

it("an undamaged store has no difference", async () => {
  expect((await audited.check()).differences).toEqual([]);
});

/** No collection of this chain announces who may move one token; `nft-approvals.test.ts` has some that do. */
const WITHOUT_ROWS = ["nft_approval"];

it("every table with a checked column has rows here", async () => {
  const empty: string[] = [];
  for (const table of new Set(CHECKABLE.map((each) => each.table))) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(audited.store.db);
    if (rows.length === 0) empty.push(table);
  }
  expect(empty).toEqual(WITHOUT_ROWS);
});

it("every column of a chain's store is named by table and key once it is damaged, or listed as not checkable", async () => {
  const unnamed: string[] = [];
  for (const round of roundsOf(CHECKABLE)) {
    const names: RegExp[] = [];
    const { differences } = await audited.checkDamaged(async (db) => {
      for (const { table, column } of round) names.push(await damageOf(db, damageTo(table, column)));
    });
    for (const [i, name] of names.entries()) {
      if (differences.some((text) => name.test(text))) continue;
      unnamed.push(`${round[i]?.table}.${round[i]?.column} (${name}): ${differences.slice(0, 3).join("; ")}`);
    }
  }
  expect(unnamed).toEqual([]);
});

/** A token of a collection is also identified by its contract and number. */
function damageTo(table: string, column: string): Damage {
  const keyPart = table === "nft" && ["token_id", "token_number"].includes(column);
  return { table, column, where: WHERE[`${table}.${column}`], keyPart };
}

/** One column of each table at a time. Columns whose damage shows in other tables are damaged alone. */
function roundsOf(columns: readonly { table: string; column: string }[]) {
  const rounds: { table: string; column: string }[][] = [];
  for (const each of columns) {
    const round = rounds.find((others) =>
      others.every(({ table }) => table !== each.table && !APART.has(table)),
    );
    if (round === undefined || APART.has(each.table)) rounds.push([each]);
    else round.push(each);
  }
  return rounds;
}
