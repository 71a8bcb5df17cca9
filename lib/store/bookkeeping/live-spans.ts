import type { PrimaryDb } from "../db";
import type { ChainCode } from "../rows/columns";
import type { LiveSpanTable } from "../tables/chain";

/** Rows per statement. */
const ROWS = 1_000;

/** Replaces the live spans of a chain. */
export async function replaceLiveSpans(
  trx: PrimaryDb,
  { chain, spans }: { chain: ChainCode; spans: readonly LiveSpanTable[] },
): Promise<void> {
  await trx.deleteFrom("live_span").where("chain", "=", chain).execute();
  for (let at = 0; at < spans.length; at += ROWS)
    await trx
      .insertInto("live_span")
      .values(spans.slice(at, at + ROWS))
      .execute();
}
