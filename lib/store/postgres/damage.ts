import { FirnError } from "../../errors";
import { storeError } from "./errors";
import { connect } from "./pool";

/**
 * What the server finds wrong with the tables of a schema as it reads all of their rows: a server with data checksums
 * compares them for every page, also where rows are stored out of line.
 */
export async function findDamage(url: string, schema: string): Promise<string[]> {
  const client = await connect(url);
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = to_regnamespace($1) and relkind = 'r' order by 1`,
      [schema],
    );
    const faults: string[] = [];
    for (const { name } of tables) {
      try {
        await client.query(`select sum(length(t::text)) from "${schema}"."${name}" t`);
      } catch (cause) {
        const error = storeError(cause);
        if (!(error instanceof FirnError) || error.code === "STORE_AWAY") throw error;
        faults.push(`${name}: ${error.message}`);
      }
    }
    return faults;
  } finally {
    await client.end().catch(() => undefined);
  }
}
