import { afterEach, expect, it } from "vitest";
import { serveDevnet } from "../../devnet/serve";
import { EVM_STREAM } from "../../indexer/evm/blocks";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import type { PrimaryDb } from "../../store/db";
import { CHAIN as CODE } from "../../store/rows/columns";
import { untilHistory } from "../../testbed/evm/partial";
import { followChains } from "../../testbed/followed-chains";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";
import { addGraph, linearizeAt } from "../../testbed/x-graph";
import { runVerify } from "./run-verify";

const CHAIN = 43_999;
const FIRST = 100;

it.each([
  ["has them in its index", true],
  ["has no index", false],
])(
  "firn verify finds no difference in a C-Chain whose node lacks old blocks and %s, and says what it left out",
  async (_, indexEnabled) => {
    const firn = await indexRecording("custom-network", {
      devnet: { firstBlock: FIRST, bodies: 0, indexEnabled },
    });
    const chains = followChains(firn.nodeUrl, firn);
    try {
      await untilHistory(firn.stores, CHAIN, ({ older }) => older === "missing", firn.accepted().C);
      const answer = await fetch(`${firn.url}/firn/v1/status`);
      const late = `blocks of the C-Chain before ${FIRST} are not known: balances, outputs and lists lack what they did`;
      expect(answer.headers.get("x-firn-partial")?.split("; ").includes(late)).toBe(!indexEnabled);
      const { lines } = await runVerify(firn);
      const text = lines.join("\n");
      expect(text).toMatch(/ checks, 0 differences, /);
      // Without an index, what the C-Chain imported before is missing from the primary store too.
      if (!indexEnabled)
        expect(text).toContain(
          `history        skipped  nothing  blocks of the C-Chain before ${FIRST} are not stored: what that explains is no difference`,
        );
      expect(/^atomic memory .*$/m.exec(text)?.[0]).toBe(
        `atomic memory  equal  9 addresses${indexEnabled ? "" : "  left out: 6 UTXOs that the missing part of the history explains"}`,
      );
      const blocks = firn.accepted().C - FIRST + 1;
      for (const line of [
        `blocks  equal  ${blocks} blocks`,
        `containers  equal  ${blocks} blocks`,
        "holdings  skipped  nothing  they follow from transfers only once every block is counted",
      ])
        expect(text).toContain(`EVM ${CHAIN} ${line}`);
      expect(text).toMatch(
        /hours, days {2}equal .* left out: statistics of blocks that are not counted: before 100/,
      );
    } finally {
      await chains.close();
      await firn.close();
    }
  },
  240_000,
);

let firn: IndexedRecording | undefined;

afterEach(async () => {
  await firn?.close();
  firn = undefined;
});

/** Lines of `firn verify` by the name of their check, and the sentences about differences. */
async function verifyLines(of: IndexedRecording) {
  const { lines } = await runVerify(of);
  const line = (check: string) => lines.find((each) => each.startsWith(check.padEnd(13)));
  return { line, differences: lines.filter((each) => each.startsWith("  ")), last: lines.at(-1) };
}

/** Changes rows behind the indexer's back. */
async function change({ stores }: IndexedRecording, how: (db: PrimaryDb) => Promise<unknown>): Promise<void> {
  const store = await stores.open("primary", { mode: "write", nowMs: 0 });
  await how(store.db);
  await store.close();
}

it("finds an import that is missing from the known part of a C-Chain that begins late", async () => {
  firn = await indexRecording("custom-network", {
    devnet: { firstBlock: FIRST, bodies: 0, indexEnabled: false },
  });
  await firn.stopIndexer();
  await change(firn, (db) =>
    db
      .updateTable("utxo")
      .set({ consumed_chain: null, consumed_position: null, consumed_input: null })
      .where("consumed_chain", "=", CODE.c)
      .execute(),
  );
  const { line, differences } = await verifyLines(firn);
  expect(line("atomic memory")).toMatch(/ \d+ differ .* left out: 6 UTXOs/);
  expect(differences.some((each) => /^ {2}C-.* from P: stored 0x\w+, node none$/.test(each))).toBe(true);
});

it.each([
  ["custom-network", 13, 15],
  ["l1-network", 3, 3],
])(
  "finds no difference in %s without its genesis, and says what the genesis would explain",
  async (name, utxos, entries) => {
    firn = await indexRecording(name, { withoutGenesis: true });
    const { line, last } = await verifyLines(firn);
    expect(last).toBe("13 checks, 0 differences, 0 not checked");
    expect(line("history")).toContain("the network's genesis is not known (set FIRN_GENESIS");
    expect(line("balances on P")).toContain(`left out: ${utxos} UTXOs that the missing part`);
    expect(line("validators")).toContain(`left out: ${entries} entries that the missing part`);
    for (const check of ["stakes", "supply"])
      expect(line(check)).toBe(
        `${check.padEnd(13)}  skipped  nothing  only the P-Chain's whole history gives them, and the store lacks a part of it`,
      );
  },
);

it("finds what is wrong with balances and validators without the genesis too", async () => {
  firn = await indexRecording("custom-network", { withoutGenesis: true });
  await firn.stopIndexer();
  await change(firn, async (db) => {
    await db.updateTable("utxo").set({ amount: 1n }).where("consumed_position", "is", null).execute();
    await db.updateTable("stake").set({ weight: 1n }).execute();
  });
  const { line, differences } = await verifyLines(firn);
  for (const check of ["balances on P", "balances on X", "atomic memory", "validators"])
    expect(line(check)).toMatch(/ \d+ differ /);
  expect(differences.some((each) => / weight: stored 1, node \d+$/.test(each))).toBe(true);
});

it("leaves out what the X-Chain's unread graph explains, and says so", async () => {
  firn = await indexRecording("custom-network", {
    alter: (recording) => linearizeAt(recording, addGraph(recording, MADE - 60_000), MADE),
    devnet: { indexEnabled: false },
  });
  const { line, last } = await verifyLines(firn);
  expect(last).toBe("13 checks, 0 differences, 0 not checked");
  expect(line("history")).toContain(
    "transactions from before the first block of the X-Chain are not all stored",
  );
  expect(line("balances on X")).toContain("left out: 9 UTXOs that the missing part");
});

const MADE = Date.UTC(2026, 10, 21, 0, 44);

it("leaves out containers of C-Chain blocks before those with which the primary store begins", async () => {
  firn = await indexRecording("custom-network", {
    devnet: { firstBlock: FIRST, bodies: 0, indexEnabled: false },
  });
  const whole = await serveDevnet({ recording: firn.recording, port: 0 });
  const chains = followChains(whole.url, firn);
  try {
    const height = async () => {
      const store = await firn?.stores.open(`evm/${CHAIN}`, { mode: "read" }).catch(() => undefined);
      const end = store && (await readCheckpoint(store.db, EVM_STREAM));
      await store?.close();
      return end?.height;
    };
    await expect.poll(height).toBe(whole.accepted().C);
  } finally {
    await chains.close();
    await whole.close();
  }
  const { line } = await verifyLines(firn);
  const blocks = firn.accepted().C - FIRST + 1;
  expect(line(`EVM ${CHAIN} containers`)).toBe(
    `EVM ${CHAIN} containers  equal  ${blocks} blocks  left out: ${FIRST - 1} blocks before ${FIRST}, where the primary store begins`,
  );
});

it("says of a node that pruned what could not be checked and why, and exits with 3", async () => {
  const pruned = await indexRecording("custom-network");
  firn = pruned;
  const chains = followChains(pruned.nodeUrl, pruned);
  try {
    await untilHistory(pruned.stores, CHAIN, ({ older }) => older === "none", pruned.accepted().C);
  } finally {
    await chains.close();
  }
  const whole = await runVerify(pruned);
  const ofCalls = (lines: readonly string[]) => lines.find((line) => line.includes("calls at node")) ?? "";
  expect(ofCalls(whole.lines)).not.toMatch(/required historical state/);

  await pruned.replaceNode({ firstTrace: pruned.accepted().C });
  const { code, lines } = await runVerify(pruned);
  expect(code).toBe(3);
  const reasons = lines.filter((line) => line.includes("not checked: "));
  expect(ofCalls(reasons)).toMatch(
    /not checked: \d+ blocks: no traces \(required historical state unavailable \(reexec=#\)\)/,
  );
  expect(lines.at(-1)).toMatch(new RegExp(` 0 differences, ${reasons.length} not checked$`));
});
