import { type DatabaseConnection, type Dialect, type Driver, Kysely, type QueryExecutor } from "kysely";
import type { Reading } from "./reading";
import type { PrimaryTables } from "./tables";
import type { DeliveryTables } from "./tables/delivery";
import type { EvmTables } from "./tables/evm";
import type { ObservedTables } from "./tables/observed";
import type { OperatorTables } from "./tables/operator";
import type { UsageTables } from "./tables/usage";
import type { WebhookTables } from "./tables/webhooks";

/**
 * Runs statements: an open store, a snapshot of one, or a commit under way. Rooms above pass it to `queries/` and the
 * other folders of this room, and know nothing else of it.
 */
export type Db<Tables> = Kysely<Tables>;

export type PrimaryDb = Db<PrimaryTables>;
export type EvmDb = Db<EvmTables>;
export type OperatorDb = Db<OperatorTables>;
export type WebhookDb = Db<WebhookTables>;
export type ObservedDb = Db<ObservedTables>;
export type UsageDb = Db<UsageTables>;
/** Any store with an outbox. */
export type DeliveryDb = Db<DeliveryTables>;

/** Tables that both primary and EVM stores have: progress, the writer, and the status of streams. */
export type Bookkeeping = Pick<
  PrimaryTables,
  "address" | "checkpoint" | "lease" | "stream_change" | "stream_status"
>;

export type BookkeepingDb = Db<Bookkeeping>;

/** A connection of an engine. */
export interface StoreConnection extends DatabaseConnection {
  /**
   * From here on statements see the rows of one moment, and count for the reading. It may be sent no sooner than the first of them.
   */
  beginSnapshot(reading?: Reading): Promise<void> | undefined;
  /** Resolves once the connection may be used for something else. */
  endSnapshot(): Promise<void>;
}

/**
 * Reads one moment of a store: all statements of `work` see the same rows, whatever is committed meanwhile. They don't wait
 * for each other, unlike those of a transaction.
 * @param work Statements that it starts after its end are refused
 * @param reading what the statements are for, if somebody waits for that alone
 */
export function snapshot<Tables, T>(
  db: Db<Tables>,
  work: (db: Db<Tables>) => Promise<T>,
  reading?: Reading,
): Promise<T> {
  const executor = db.getExecutor();
  return executor.provideConnection(async (connection) => {
    const store = connection as StoreConnection;
    let isOver = false;
    const provideConnection: QueryExecutor["provideConnection"] = (consumer) =>
      isOver ? Promise.reject(new Error("the snapshot is over")) : consumer(connection);
    await store.beginSnapshot(reading);
    try {
      return await work(
        new Kysely<Tables>({
          ...NEVER_ASKED,
          executor: executor.withConnectionProvider({ provideConnection }),
        }),
      );
    } finally {
      isOver = true;
      await store.endSnapshot();
    }
  });
}

/** Kysely wants to know what opens connections; a snapshot already has its one. */
const NEVER_ASKED = (() => {
  const dialect = {} as Dialect;
  return { config: { dialect }, dialect, driver: {} as Driver };
})();

/** Commits everything that `work` writes, or nothing if it throws. `work` sees its own writes. */
export function commit<Tables, T>(db: Db<Tables>, work: (db: Db<Tables>) => Promise<T>): Promise<T> {
  return db.transaction().execute(work);
}
