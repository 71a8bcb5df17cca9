import type { EvmStoreId, IndexedStoreId } from "../stores";

/** Schemas of a database: one for each store, so that a chain can be moved, measured and dropped by itself. */

/** What processes tell each other about the chains, beside the stores. */
export const NOTES_SCHEMA = "firn";

const PRIMARY = "firn_primary";
const OWN = { webhooks: "firn_webhooks", observed: "firn_observed", usage: "firn_usage" } as const;
const EVM = "firn_evm_";

/** A store that a database keeps. */
export type SchemaStoreId = IndexedStoreId | keyof typeof OWN;

export function schemaOf(id: SchemaStoreId): string {
  if (id === "webhooks" || id === "observed" || id === "usage") return OWN[id];
  return id === "primary" ? PRIMARY : `${EVM}${id.slice("evm/".length)}`;
}

/** The indexed stores among schemas: the primary one first, then chains by id. */
export function storesIn(schemas: readonly string[]): IndexedStoreId[] {
  const number = (id: IndexedStoreId) => (id === "primary" ? -1 : Number(id.slice("evm/".length)));
  return schemas.flatMap((schema) => storeIn(schema) ?? []).sort((a, b) => number(a) - number(b));
}

function storeIn(schema: string): IndexedStoreId | undefined {
  if (schema === PRIMARY) return "primary";
  const [, chain] = /^firn_evm_(\d+)$/.exec(schema) ?? [];
  return chain === undefined ? undefined : (`evm/${chain}` satisfies EvmStoreId);
}

/** The schema of an archive: the store's own, with when it was put away. */
export function archiveOf(id: IndexedStoreId, date: Date): string {
  return `${schemaOf(id)}_until_${date.toISOString().replace(/\D/g, "").slice(0, 17)}`;
}

/** Whether a schema is an archive of a store. */
export function isArchiveOf(id: IndexedStoreId, schema: string): boolean {
  return schema.startsWith(`${schemaOf(id)}_until_`);
}
