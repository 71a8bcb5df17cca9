import { type QueryExecutorProvider, sql } from "kysely";

/** The list of assets in the order of their creation. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create index asset_by_creation on asset (created_position) where created_position is not null`.execute(
    db,
  );
}
