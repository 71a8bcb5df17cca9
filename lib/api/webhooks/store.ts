import { commit, snapshot, type WebhookDb } from "../../store/db";
import type { Store, Stores } from "../../store/stores";
import type { WebhookTables } from "../../store/tables/webhooks";

/** The store of webhooks, for answers. */
export interface WebhookStore {
  /** Runs `work` on one snapshot. @throws StoreError as `Stores.open` */
  read<T>(work: (db: WebhookDb) => Promise<T>): Promise<T>;
  /** Commits what `work` writes. @throws StoreError as `Stores.open` */
  write<T>(work: (db: WebhookDb) => Promise<T>): Promise<T>;
  nowMs: () => number;
  close(): Promise<void>;
}

/** Opened, and made, when it is first asked for. */
export function openWebhookStore(stores: Pick<Stores, "open">, nowMs: () => number): WebhookStore {
  let opening: Promise<Store<WebhookTables>> | undefined;
  const open = () => {
    opening ??= stores.open("webhooks", { mode: "write", nowMs: nowMs() }).catch((error: unknown) => {
      opening = undefined; // the next one tries again
      throw error;
    });
    return opening;
  };
  return {
    nowMs,
    read: async (work) => snapshot((await open()).db, work),
    write: async (work) => commit((await open()).db, work),
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
}
