/** What a store knows of its chain. Unknown facts are absent. */
export interface EvmFacts {
  /** Decimal. */
  evmChainId?: string;
  /** cb58; absent when only an RPC URL was given. */
  blockchainId?: string;
  subnetId?: string;
  vmId?: string;
  name?: string;
  /** Of the chain's own token. */
  tokenName?: string;
  tokenSymbol?: string;
  /** Without credentials. */
  rpcUrl?: string;
  /** "yes" or "no": whether the node has a debug API, so that internal transactions are known from now on. */
  traces?: string;
  /** Heights of blocks stored without their inner calls. Read it with `rangesOf`. */
  untraced?: string;
  /** "no" while logs are left out: `FIRN_LOGS`. */
  logs?: string;
  /** Heights of blocks stored without their logs. Read it with `rangesOf`. */
  unlogged?: string;
  /** Heights of blocks stored before signers were. Read it with `unreadBlocks`. */
  unreadSigners?: string;
  /** Heights of blocks stored before approvals were, likewise. */
  unreadApprovals?: string;
  /** Heights of blocks stored before the reasons of failures were, likewise. */
  unreadFailures?: string;
  /** Heights of blocks stored before steps of messages were, likewise. */
  unreadMessages?: string;
  /** Signs page tokens: `0x…` of 32 bytes. */
  pageTokenKey?: string;
}

/** Every fact stored so far. */
export async function readEvmFacts(db: EvmDb): Promise<EvmFacts> {
  const rows = await db.selectFrom("network").selectAll().execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** Writes facts. Others stay as they are. */
export async function writeEvmFacts(db: EvmDb, facts: EvmFacts): Promise<void> {
  const rows = Object.entries(facts).map(([key, value]) => ({ key, value: String(value) }));
  if (rows.length === 0) return;
  await db
    .insertInto("network")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((eb) => ({ value: eb.ref("excluded.value") })),
    )
    .execute();
}

import type { EvmDb } from "../db";
