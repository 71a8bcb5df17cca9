import { type QueryExecutorProvider, sql } from "kysely";

/**
 * Blocks are numbered by height: block 1 is container 0. Older stores that began with a later block counted from that, and
 * would have no numbers for older ones.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const [chain, stream] of STREAMS) {
    const { rows } = await sql<{ height: number; number: number }>`
      select height, container_index as number from block where chain = ${chain} order by height limit 1`.execute(
      db,
    );
    const [first] = rows;
    const shift = first === undefined ? 0 : first.height - 1 - first.number;
    if (shift === 0) continue;
    for (const statement of shiftBy(shift, { chain, stream })) await statement.execute(db);
  }
}

/** `CHAIN` in columns.ts. */
const STREAMS = [
  [0, "P/block"],
  [1, "X/block"],
  [2, "C/block"],
] as const;

function shiftBy(shift: number, { chain, stream }: { chain: number; stream: string }) {
  return [
    sql`update block set container_index = container_index + ${shift} where chain = ${chain}`,
    // In two steps: keys must differ at each row.
    sql`update container_run set first_index = -1 - first_index - ${shift} where stream = ${stream}`,
    sql`update container_run set first_index = -1 - first_index where stream = ${stream}`,
    sql`update rejection set container_index = container_index + ${shift} where stream = ${stream}`,
    sql`update checkpoint set next_index = next_index + ${shift} where stream = ${stream}`,
  ];
}
