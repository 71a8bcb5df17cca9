import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleepFor } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { openEvm } from "../../client/evm";
import { openNode } from "../../client/node";
import { openRecording, type Recording } from "../../devnet/recording";
import { type Devnet, serveDevnet } from "../../devnet/serve";
import { SILENT } from "../../log";
import { signLease } from "../../store/bookkeeping/lease";
import { amountOf, heightOf, indexInBlockOf, NO_TOKEN_NUMBER } from "../../store/rows/columns";
import type { EvmStore } from "../../store/stores";
import { openChain } from "../../testbed/test-stores";
import { EVM_STREAM } from "./blocks";
import { containerSource } from "./feed/source";
import { runEvmChain } from "./run";

describe.each(["custom-network", "local-network"])("the C-Chain of %s", (name) => {
  let recording: Recording;
  let devnet: Devnet;
  let store: EvmStore;
  const folder = mkdtempSync(join(tmpdir(), "firn-evm-"));

  beforeAll(async () => {
    recording = await openRecording(name);
    devnet = await serveDevnet({ recording, port: 0 });
    store = await openChain(join(folder, "evm.db"), { mode: "write", nowMs: 0 });
    await indexAll(store, devnet.url, recording.containers["C/block"].length);
  });

  afterAll(async () => {
    await store.close();
    await devnet.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("has every block and transaction, with its receipt", async () => {
    const rows = await store.db
      .selectFrom("transaction")
      .innerJoin("address as sender", "sender.id", "transaction.from_id")
      .leftJoin("address as receiver", "receiver.id", "transaction.to_id")
      .leftJoin("address as created", "created.id", "transaction.created_id")
      .selectAll("transaction")
      .select(["sender.bytes as from", "receiver.bytes as to", "created.bytes as created"])
      .orderBy("position")
      .execute();
    const stored = rows.map((row) => ({
      hash: toHex(row.hash),
      block: heightOf(row.position),
      index: indexInBlockOf(row.position),
      from: toHex(row.from),
      to: row.to && toHex(row.to),
      created: row.created && toHex(row.created),
      status: row.status,
      gasUsed: row.gas_used,
      gasPrice: amountOf(row.gas_price),
      logs: row.log_count,
    }));
    const captured = recording.evm.flatMap(({ receipts }) =>
      receipts.map((receipt) => ({
        hash: receipt.transactionHash,
        block: Number(receipt.blockNumber),
        index: Number(receipt.transactionIndex),
        from: receipt.from,
        to: receipt.to,
        created: receipt.contractAddress,
        status: Number(receipt.status),
        gasUsed: Number(receipt.gasUsed),
        gasPrice: BigInt(String(receipt.effectiveGasPrice)),
        logs: receipt.logs.length,
      })),
    );
    expect(stored).toEqual(captured);
    const { blocks } = await store.db
      .selectFrom("block")
      .select((eb) => eb.fn.countAll<number>().as("blocks"))
      .executeTakeFirstOrThrow();
    expect(blocks).toBe(recording.containers["C/block"].length);
  });

  it("has balances that equal what the contracts answered", async () => {
    const checked = await compareBalances(recording, store);
    expect(checked).toBeGreaterThan(5);
  });
});

const BALANCE_OF = "0x70a08231";

/** Compares every recorded `balanceOf(address)` at the last height with the stored balance. */
async function compareBalances(recording: Recording, store: EvmStore): Promise<number> {
  let checked = 0;
  for (const { method, params, reply } of recording.answers) {
    if (method !== "eth_call") continue;
    const [{ to, data = "", input = data }] = JSON.parse(params) as [
      { to: string; data?: string; input?: string },
    ];
    const { result } = JSON.parse(reply) as { result?: string };
    if (!input.startsWith(BALANCE_OF) || input.length !== 74 || result === undefined) continue;
    const rows = await store.db
      .selectFrom("token_balance")
      .innerJoin("address as token", "token.id", "token_balance.token_id")
      .innerJoin("address as holder", "holder.id", "token_balance.holder_id")
      .innerJoin("contract", "contract.address_id", "token_balance.token_id")
      .select(["balance", "asks_node"])
      .where("token.bytes", "=", fromHex(to))
      .where("holder.bytes", "=", fromHex(input.slice(34)))
      .where("token_number", "=", NO_TOKEN_NUMBER)
      .execute();
    if (rows.some(({ asks_node }) => asks_node)) continue;
    const total = rows.reduce((sum, { balance }) => sum + amountOf(balance), 0n);
    expect(total, `${to} ${input}`).toBe(BigInt(result));
    checked += 1;
  }
  return checked;
}

async function indexAll(store: EvmStore, url: string, blocks: number): Promise<void> {
  const stop = new AbortController();
  const claim = { name: "indexer", holder: "test" };
  await signLease(store.db, claim);
  const running = runEvmChain({
    store,
    claim,
    source: containerSource(openNode(url)),
    client: openEvm(`${url}/ext/bc/C/rpc`),
    traces: true,
    now: Date.now,
    sleep: (ms) => sleepFor(Math.min(ms, 5)),
    signal: stop.signal,
    log: SILENT,
  });
  running.catch(() => stop.abort());
  while (!stop.signal.aborted) {
    const checkpoint = await store.db
      .selectFrom("checkpoint")
      .select("next_index")
      .where("stream", "=", EVM_STREAM)
      .executeTakeFirst();
    const status = await store.db.selectFrom("stream_status").select("error_message").executeTakeFirst();
    if (status?.error_message) throw new Error(status.error_message);
    if (checkpoint?.next_index === blocks) break;
    await sleepFor(10);
  }
  stop.abort();
  await running;
}
