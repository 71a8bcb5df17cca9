import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { VmChain } from "../evm/chain";
import { type IndexedChains, indexChains } from "../evm/indexed";
import { serveVmNode } from "../evm/node";
import {
  gasFor,
  type Placed,
  PROGRAM_ABI,
  type Program,
  place,
  program,
  type Run,
  run,
} from "../evm/programs";

const PROGRAMS = 150;
const CHAIN = 99_999;
/** Of programs that call themselves often, blocks hold no more. */
const MOST_GAS = 25_000_000;

it("tells why random programs failed, where that began, and all that they did, as a model does", async () => {
  const programs = fc
    .sample(program, { numRuns: PROGRAMS, seed: 22 })
    .filter((given) => gasFor(given) * 2 < MOST_GAS);
  const placed: Placed = new Map();
  const addresses = programs.map((given) => place(placed, given));
  const chain = await VmChain.open({ chainId: CHAIN, contracts: Object.fromEntries(placed) });
  const node = await serveVmNode(chain);
  const labels = mkdtempSync(join(tmpdir(), "firn-abis-"));
  writeFileSync(join(labels, "programs.json"), JSON.stringify(PROGRAM_ABI));
  const firn = await indexChains({ labels });
  try {
    for (const [i, to] of addresses.entries())
      await chain.mine([{ from: 0, to, gas: gasFor(programs[i] as Program) * 2 }]);
    firn.add(node);
    await firn.reach(node);
    const kinds = new Set<string>();
    for (const [i, given] of programs.entries()) {
      const model = run(given, "CALL");
      const hash = chain.blocks[i + 1]?.transactions[0]?.hash ?? "";
      kinds.add(await compare(firn, hash, model));
    }
    expect([...kinds].sort()).toEqual(["custom", "data", "halted", "message", "panic", "silent", "success"]);
  } finally {
    await firn.close();
    await node.close();
    rmSync(labels, { recursive: true });
  }
}, 180_000);

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into
type Json = any;

/** @returns the kind of the failure */
async function compare(firn: IndexedChains, hash: string, model: Run): Promise<string> {
  const { nativeTransaction: tx } = await ask(firn, `/v1/chains/${CHAIN}/transactions/${hash}`);
  expect(tx.txStatus, hash).toBe(model.failed ? "0" : "1");
  const calls: Json[] = [];
  let page: Json = {};
  do {
    const token = page.nextPageToken === undefined ? "" : `&pageToken=${page.nextPageToken}`;
    page = await ask(firn, `/firn/v1/chains/${CHAIN}/transactions/${hash}/calls?pageSize=100${token}`);
    calls.push(...page.calls);
  } while (page.nextPageToken !== undefined);
  const expected = linesOf(model);
  expect(calls.map(lineOf), hash).toEqual(expected.calls);
  const events = calls.flatMap(({ eventsBefore, eventsAfter }, at) => [
    ...eventsBefore.map((event: Json) => ({ ...placeOf(event), before: at })),
    ...eventsAfter.map((event: Json) => ({ ...placeOf(event), before: at + 1 })),
  ]);
  expect(events, hash).toEqual(expected.events);
  if (!model.failed) {
    expect(tx.failure).toBeUndefined();
    return "success";
  }
  const path = pathOf(model);
  expect(tx.failure, hash).toMatchObject({ ...reasonOf(path.at(-1) as Run), depth: path.length - 1 });
  expect(tx.failure.reverted, hash).toBe(isRevert(model));
  expect(page.failure).toEqual(tx.failure);
  return tx.failure.kind;
}

async function ask(firn: IndexedChains, path: string): Promise<Json> {
  const response = await fetch(`${firn.url}${path}`, { headers: { "x-firn-dialect": "seed" } });
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body;
}

function lineOf({ depth, type, error, isReverted }: Json) {
  return { depth, type, failed: error !== undefined, isReverted };
}

const placeOf = ({ by, topics }: Json) => ({ by, topic: Number(topics[1]) });

/** The calls and events of a tree in order, those of undone calls left out. */
function linesOf(model: Run) {
  const calls: Json[] = [];
  const events: Json[] = [];
  const add = (each: Run, depth: number, isUndone: boolean) => {
    const isReverted = isUndone || each.failed;
    calls.push({ depth, type: each.type, failed: each.failed, isReverted });
    const by = calls.length;
    const write = (after: number) => {
      for (const event of isReverted ? [] : each.events)
        if (event.after === after) events.push({ by, topic: event.topic, before: calls.length });
    };
    for (const [at, inner] of each.calls.entries()) {
      write(at);
      add(inner, depth + 1, isReverted);
    }
    write(each.calls.length);
  };
  add(model, 0, false);
  return { calls, events };
}

function pathOf(model: Run): Run[] {
  const inner = model.calls.at(-1);
  return model.handsOn && inner !== undefined ? [model, ...pathOf(inner)] : [model];
}

const isRevert = ({ ended, handsOn }: Run) => handsOn || (ended !== "static" && ended.kind !== "halted");

function reasonOf({ ended, output }: Run): Json {
  if (ended === "static" || ended.kind === "halted") return { kind: "halted" };
  if (ended.kind === "message") return { kind: "message", text: ended.text };
  if (ended.kind === "panic") return { kind: "panic", code: `0x${ended.code.toString(16).padStart(2, "0")}` };
  if (ended.kind === "custom")
    return {
      kind: "custom",
      custom: { name: "Unlucky", args: [{ name: "number", type: "uint256", value: String(ended.number) }] },
    };
  return output === "" ? { kind: "silent" } : { kind: "data", output: `0x${output}` };
}
