import { type QueryExecutorProvider, sql } from "kysely";
import { ConfigError, StoreError } from "../errors";
import { commit, type Db } from "./db";
import { engineOf } from "./engine";
import { up as primary } from "./migrations/0001-primary";
import { up as xAndC } from "./migrations/0002-x-and-c";
import { up as owners } from "./migrations/0003-owners";
import { up as stakes } from "./migrations/0004-stakes";
import { up as verbDurations } from "./migrations/0005-verb-durations";
import { up as blocksByHeight } from "./migrations/0006-blocks-by-height";
import { up as liveSpans } from "./migrations/0007-live-spans";
import { up as streamChanges } from "./migrations/0008-stream-changes";
import { up as names } from "./migrations/0009-names";
import { up as assetCreations } from "./migrations/0010-asset-creations";
import { up as signers } from "./migrations/0011-signers";
import { up as numbersByHeight } from "./migrations/0012-numbers-by-height";
import { up as evm } from "./migrations/evm/0001-evm";
import { up as figures } from "./migrations/evm/0002-figures";
import { up as nftMetadata } from "./migrations/evm/0003-nft-metadata";
import { up as deployers } from "./migrations/evm/0004-deployers-and-windows";
import { up as coinWraps } from "./migrations/evm/0005-coin-wraps";
import { up as nfts } from "./migrations/evm/0006-nfts";
import { up as activePeriods } from "./migrations/evm/0007-active-periods";
import { up as contractQuestions } from "./migrations/evm/0008-contract-questions";
import { up as ends } from "./migrations/evm/0009-ends";
import { up as source } from "./migrations/evm/0010-source";
import { up as history } from "./migrations/evm/0011-history";
import { up as callcode } from "./migrations/evm/0012-callcode";
import { up as contractNames } from "./migrations/evm/0014-names";
import { up as lists } from "./migrations/evm/0015-lists";
import { up as evmSigners } from "./migrations/evm/0016-signers";
import { up as approvals } from "./migrations/evm/0017-approvals";
import { up as nftHolders } from "./migrations/evm/0018-nft-holders";
import { up as nftApprovals } from "./migrations/evm/0019-nft-approvals";
import { up as failures } from "./migrations/evm/0020-failures";
import { up as logs } from "./migrations/evm/0021-logs";
import { up as messageSteps } from "./migrations/evm/0022-message-steps";
import { up as spenders } from "./migrations/evm/0023-spenders";
import { up as listsAsIndexes } from "./migrations/evm/0024-lists-as-indexes";
import { up as epochsByPosition } from "./migrations/evm/0025-epochs-by-position";
import { up as termsOfBlocks } from "./migrations/evm/0026-terms-of-blocks";
import { up as narrowRows } from "./migrations/evm/0027-narrow-rows";
import { up as uncomparedTokens } from "./migrations/evm/0028-uncompared-tokens";
import { up as observed } from "./migrations/observed/0001-observed";
import { up as operator } from "./migrations/operator/0001-operator";
import { up as usage } from "./migrations/usage/0001-usage";
import { up as webhooks } from "./migrations/webhooks/0001-webhooks";
import { up as alerts } from "./migrations/webhooks/0002-alerts";
import { up as activity } from "./migrations/webhooks/0003-activity";
import { up as untracedActivity } from "./migrations/webhooks/0004-untraced-activity";
import { largestOf } from "./sql/computed";
import { ddl } from "./sql/ddl";
import type { StoreKind } from "./stores";

type Migration = (db: QueryExecutorProvider) => Promise<void>;

/** In order: a migration's number is its position, from 1. Never edited after release, only added to. */
const MIGRATIONS: readonly Migration[] = [
  primary,
  xAndC,
  owners,
  stakes,
  verbDurations,
  blocksByHeight,
  liveSpans,
  streamChanges,
  names,
  assetCreations,
  signers,
  numbersByHeight,
];

/** Migrations of the store of an EVM chain. */
const EVM_MIGRATIONS: readonly Migration[] = [
  evm,
  figures,
  nftMetadata,
  deployers,
  coinWraps,
  nfts,
  activePeriods,
  contractQuestions,
  ends,
  source,
  history,
  callcode,
  streamChanges,
  contractNames,
  lists,
  evmSigners,
  approvals,
  nftHolders,
  nftApprovals,
  failures,
  logs,
  messageSteps,
  spenders,
  listsAsIndexes,
  epochsByPosition,
  termsOfBlocks,
  narrowRows,
  uncomparedTokens,
];

/** Migrations of the operator's store. */
const OPERATOR_MIGRATIONS: readonly Migration[] = [operator];

/** Migrations of the store of webhooks. */
const WEBHOOK_MIGRATIONS: readonly Migration[] = [webhooks, alerts, activity, untracedActivity];

/** Migrations of the store of observations. */
const OBSERVED_MIGRATIONS: readonly Migration[] = [observed];

/** Migrations of the store of usage. */
const USAGE_MIGRATIONS: readonly Migration[] = [usage];

const ALL: Record<StoreKind, readonly Migration[]> = {
  primary: MIGRATIONS,
  evm: EVM_MIGRATIONS,
  operator: OPERATOR_MIGRATIONS,
  webhooks: WEBHOOK_MIGRATIONS,
  observed: OBSERVED_MIGRATIONS,
  usage: USAGE_MIGRATIONS,
};

/** The schemas that this program reads and writes. */
export const SCHEMA_VERSIONS: Record<StoreKind, number> = {
  primary: MIGRATIONS.length,
  evm: EVM_MIGRATIONS.length,
  operator: OPERATOR_MIGRATIONS.length,
  webhooks: WEBHOOK_MIGRATIONS.length,
  observed: OBSERVED_MIGRATIONS.length,
  usage: USAGE_MIGRATIONS.length,
};

/**
 * Brings a store to the schema of its kind, in one transaction: that of `db`, if it is in one.
 * @param to an older schema, for a test
 * @throws ConfigError STORE_NEWER when a newer Firn wrote it
 */
export async function migrate<Tables>(
  kind: StoreKind,
  db: Db<Tables>,
  { nowMs, to = SCHEMA_VERSIONS[kind] }: { nowMs: number; to?: number },
): Promise<void> {
  const migrations = ALL[kind].slice(0, to);
  return db.isTransaction ? bring(db) : commit(db, bring);

  async function bring(trx: Db<Tables>): Promise<void> {
    await sql`create table if not exists schema_version (
      version ${ddl.integer} primary key, applied_at_ms ${ddl.integer} not null
    ) ${ddl.heap}`.execute(trx);
    const stored = await readSchemaVersion(trx);
    refuseNewer(stored, migrations.length);
    for (let version = stored + 1; version <= migrations.length; version++) {
      await migrations[version - 1]?.(trx);
      await sql`insert into schema_version (version, applied_at_ms) values (${version}, ${nowMs})`.execute(
        trx,
      );
    }
  }
}

/** The version of the stored schema. The table exists in every store that was migrated once. */
export async function readSchemaVersion(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{
    version: number | null;
  }>`select ${largestOf("version")} as version from schema_version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** @throws ConfigError STORE_NEWER */
export function refuseNewer(stored: number, known: number): void {
  if (stored <= known) return;
  throw new ConfigError("STORE_NEWER", `the store has schema ${stored}, this Firn knows ${known}`, {
    hint: "install the Firn that wrote it, or run `firn reset` and index again",
  });
}

/**
 * A reader accepts no other schema.
 * @throws StoreError STORE_ABSENT, STORE_OLDER until the indexer has made or migrated the store; ConfigError STORE_NEWER
 */
export async function expectSchema<Tables>(db: Db<Tables>, kind: StoreKind): Promise<void> {
  const known = SCHEMA_VERSIONS[kind];
  const tables = await engineOf(db).tablesOf(db);
  const stored = tables.some(({ table }) => table === "schema_version") ? await readSchemaVersion(db) : 0;
  refuseNewer(stored, known);
  if (stored === known) return;
  const [code, message, when] =
    stored === 0
      ? (["STORE_ABSENT", "the store is not made yet", "in a moment"] as const)
      : ([
          "STORE_OLDER",
          `the store is not migrated yet from schema ${stored} to ${known}`,
          "later: a large store takes minutes",
        ] as const);
  throw new StoreError(code, message, {
    hint: `the indexer does that as it starts: ask again ${when}, and if it stays so see whether \`firn index\` runs`,
  });
}
