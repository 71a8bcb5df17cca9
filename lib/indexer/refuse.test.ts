import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { sha256 } from "#sha256";
import { fromHex, toHex } from "../avalanche/codec/bytes";
import { formatId } from "../avalanche/ids";
import { decodeContainer, encodeContainer } from "../avalanche/proposer/proposervm";
import { openNode } from "../client/node";
import { openRecording, type Recording } from "../devnet/recording";
import { serveDevnet } from "../devnet/serve";
import { CHAIN } from "../store/rows/columns";
import type { Store } from "../store/stores";
import { freshStore } from "../testbed/engines";
import { dump, networkOf, type RigOptions, startRig, untilStatus, untilStored } from "../testbed/indexer";
import { STREAMS } from "./follow/stream";

let recording: Recording;
beforeAll(async () => {
  recording = await openRecording("custom-network");
});

/** Index of the broken container; its block has height `AT + 1`. */
const AT = 6;

/** The recording with changed P containers. */
function changed(change: (containers: Recording["containers"]["P/block"]) => void): Recording {
  const containers = structuredClone(recording.containers);
  change(containers["P/block"]);
  return { ...recording, containers };
}

/** A node that has its index but no blocks by height, so that nothing repairs a wrong index. */
function indexOnly(url: string): NonNullable<RigOptions["node"]> {
  return { ...openNode(url), getBlocks: async () => [] };
}

/** Follows the changed recording until it stops. */
async function stopOn(broken: Recording, store?: Store) {
  const devnet = await serveDevnet({ recording: broken, port: 0 });
  onTestFinished(() => devnet.close());
  const rig = await startRig({
    ...networkOf(recording),
    url: devnet.url,
    store: store ?? (await freshStore()),
    node: indexOnly(devnet.url),
    streams: [STREAMS["P/block"]],
  });
  const status = await untilStatus(rig, ({ state }) => state === "stopped");
  const rows = await dump(rig.store);
  await rig.stop();
  return { status, rows, rejection: rows.rejection?.[0] as Record<string, unknown> | undefined };
}

/** The rows of a store that has only the first `AT` blocks. */
async function goodPrefix(store?: Store) {
  const devnet = await serveDevnet({ recording: changed((list) => list.splice(AT)), port: 0 });
  onTestFinished(() => devnet.close());
  const rig = await startRig({
    ...networkOf(recording),
    url: devnet.url,
    store: store ?? (await freshStore()),
    streams: [STREAMS["P/block"]],
  });
  await untilStored(rig, AT);
  await rig.stop();
  return dump(rig.store);
}

/** Whether a container is signed. */
const isSigned = ({ bytes }: { bytes: string }) =>
  (decodeContainer(fromHex(bytes), "p").signature?.length ?? 0) > 0;

test("a flipped bit in a proposer's signature stops the stream, though the id does not cover it", async () => {
  let at = -1;
  const broken = changed((list) => {
    at = list.findIndex(isSigned);
    const container = list[at];
    if (container) container.bytes = flip(container.bytes, container.bytes.length / 2 - 2);
  });
  const { status, rejection } = await stopOn(broken);
  expect(status.error_code).toBe("SIGNATURE_INVALID");
  expect(status.error_message).toMatch(
    new RegExp(`container ${at} of P/block is not signed by its proposer NodeID-\\w+`),
  );
  expect(rejection).toMatchObject({ container_index: at, error_code: "SIGNATURE_INVALID" });
});

describe("a container that doesn't fit stops the stream: everything before it is stored, nothing after, bytes kept", () => {
  async function expectStop(
    broken: Recording,
    expected: { code: string; message: RegExp; hint: RegExp; store?: Store },
  ) {
    const { status, rows, rejection } = await stopOn(broken, expected.store);
    expect(status.error_code).toBe(expected.code);
    expect(status.error_message).toMatch(expected.message);
    expect(status.error_hint ?? "").toMatch(expected.hint);
    const offender = broken.containers["P/block"][AT];
    expect(rejection).toMatchObject({ container_index: offender?.index, error_code: expected.code });
    expect(rejection?.bytes).toBe(offender?.bytes);
    expect({ ...rows, rejection: [] }).toEqual(await goodPrefix());
  }

  test("a changed byte", async () => {
    const broken = changed((list) => {
      const container = list[AT];
      if (container)
        container.bytes = `${container.bytes.slice(0, -2)}${container.bytes.endsWith("00") ? "01" : "00"}`;
      // The id does not cover the signature: change a byte that it covers.
      if (container) container.bytes = flip(container.bytes, 50);
    });
    await expectStop(broken, {
      code: "ID_MISMATCH",
      message: /container 6 of P\/block has the id \w+, but its bytes hash to \w+/,
      hint: /another node/,
    });
  });

  test("a skipped index", async () => {
    const broken = changed((list) => {
      list.splice(AT, 1);
    });
    await expectStop(broken, {
      code: "INDEX_MISMATCH",
      message: /returned container 7 instead of 6/,
      hint: /another node/,
    });
  });

  test("a missing container with consecutive numbers: a hole in the node's index", async () => {
    const broken = changed((list) => {
      list.splice(AT, 1);
      for (const [index, container] of list.entries()) container.index = index;
    });
    await expectStop(broken, {
      code: "HEAD_MISMATCH",
      message: /after the stored height 6 has height 8, not 7/,
      hint: /hole/,
    });
  });

  test("another outer parent, with the matching id", async () => {
    const broken = changed((list) =>
      rewrite(list[AT], (container) => ({ ...container, parentId: new Uint8Array(32).fill(7) })),
    );
    await expectStop(broken, {
      code: "HEAD_MISMATCH",
      message: /after the stored height 6 has the outer parent \w+, not \w+/,
      hint: /firn reset/,
    });
  });

  test("another inner parent, with the matching ids", async () => {
    const broken = changed((list) =>
      rewrite(list[AT], (container) => {
        const inner = container.inner.slice();
        inner.fill(7, 14, 46);
        return { ...container, inner };
      }),
    );
    await expectStop(broken, {
      code: "HEAD_MISMATCH",
      message: /after the stored height 6 has the parent \w+, not \w+/,
      hint: /firn reset/,
    });
  });

  test("an unknown transaction type", async () => {
    const broken = changed((list) =>
      rewrite(list[AT], (container) => {
        const inner = container.inner.slice();
        // Version, type, time, parent, height and number of transactions come before the first transaction's type.
        new DataView(inner.buffer).setUint32(58, 99);
        return { ...container, inner };
      }),
    );
    await expectStop(broken, { code: "UNKNOWN_TYPE", message: /99/, hint: /^/ });
  });

  /** The transactions of block 4 again, with this block's time, parent and height. */
  const repeated = () =>
    changed((list) => {
      const before = decodeContainer(fromHex(list[3]?.bytes ?? ""), "p");
      rewrite(list[AT], (container) => {
        const inner = before.inner.slice();
        inner.set(container.inner.subarray(6, 54), 6);
        return { ...container, inner };
      });
    });

  test("a transaction that is in an earlier block of the batch", async () => {
    await expectStop(repeated(), {
      code: "LEDGER_MISMATCH",
      message: /is in block 4 and in block 7/,
      hint: /^/,
    });
  });

  test("an input that spends a spent output", async () => {
    const store = await freshStore();
    await goodPrefix(store);
    await expectStop(repeated(), {
      code: "LEDGER_MISMATCH",
      message: /spends output \d+ of \w+ .* already spent/,
      hint: /FIRN_GENESIS/,
      store,
    });
  });
});

test.each(["P/block", "X/block", "C/block"] as const)("%s stops while the others go on", async (name) => {
  const containers = structuredClone(recording.containers);
  const broken = containers[name][AT];
  if (broken) broken.bytes = flip(broken.bytes, 50);
  const devnet = await serveDevnet({ recording: { ...recording, containers }, port: 0 });
  onTestFinished(() => devnet.close());
  const rig = await startRig({ ...networkOf(recording), url: devnet.url, store: await freshStore() });
  await untilStatus(rig, ({ state }) => state === "stopped", name);
  for (const other of ["P/block", "X/block", "C/block"] as const) {
    await untilStored(rig, other === name ? AT : containers[other].length, other);
    if (other !== name) await untilStatus(rig, ({ state }) => state === "following", other);
  }
  expect(await rig.store.db.selectFrom("rejection").select("stream").execute()).toEqual([{ stream: name }]);
  await rig.stop();
});

test("a stopped stream goes on once the node is correct again", async () => {
  const broken = changed((list) =>
    rewrite(list[AT], (container) => ({ ...container, parentId: new Uint8Array(32) })),
  );
  const store = await freshStore();
  const first = await serveDevnet({ recording: broken, port: 0 });
  const rig = await startRig({ ...networkOf(recording), url: first.url, store });
  await untilStatus(rig, ({ state }) => state === "stopped");
  await rig.stop();
  await first.close();
  const second = await serveDevnet({ recording, port: 0 });
  onTestFinished(() => second.close());
  const again = await startRig({ ...networkOf(recording), url: second.url, store });
  await untilStored(again, recording.containers["P/block"].length);
  const status = await untilStatus(again, ({ state }) => state === "following");
  expect(status.error_code).toBeNull();
  await again.stop();
});

test("a stream that stopped at a wrong number goes on once the container has the right one", async () => {
  const devnet = await serveDevnet({ recording, port: 0 });
  onTestFinished(() => devnet.close());
  const truth = openNode(devnet.url);
  let lies = true;
  let leapMs = 0;
  const node: NonNullable<RigOptions["node"]> = {
    ...truth,
    async getContainerRange(...args) {
      const range = await truth.getContainerRange(...args);
      if (!lies || args[0] !== "P/block") return range;
      return range.map((one) => (one.index < AT ? one : { ...one, index: one.index + 1 }));
    },
  };
  const rig = await startRig({
    ...networkOf(recording),
    url: devnet.url,
    store: await freshStore(),
    node,
    now: () => Date.now() + leapMs,
  });
  await untilStatus(rig, ({ state }) => state === "stopped");
  const rejections = () => rig.store.db.selectFrom("rejection").select("stream").execute();
  expect(await rejections()).toHaveLength(1);
  lies = false;
  leapMs = 60_000;
  await untilStored(rig, recording.containers["P/block"].length);
  const status = await untilStatus(rig, ({ state }) => state === "following");
  expect(status).toMatchObject({ error_code: null, error_message: null });
  expect(await rejections()).toEqual([]);
  await rig.stop();
});

test("an index that begins above height 1 is followed from there when the node lacks earlier blocks, with a notice", async () => {
  const late = changed((list) => {
    list.splice(0, 9);
    for (const [index, container] of list.entries()) container.index = index;
  });
  const devnet = await serveDevnet({ recording: late, port: 0 });
  onTestFinished(() => devnet.close());
  const node = indexOnly(devnet.url);
  const rig = await startRig({ ...networkOf(recording), url: devnet.url, store: await freshStore(), node });
  await untilStored(rig, 110);
  const status = await untilStatus(rig, ({ notice }) => notice !== null);
  expect(status.notice).toMatch(/^the store begins with block 10, the first that the node had/);
  const stored = rig.store.db.selectFrom("block").selectAll().where("chain", "=", CHAIN.p);
  const blocks = await stored.orderBy("height").execute();
  expect(blocks.map(({ height }) => height)).toEqual(Array.from({ length: 101 }, (_, i) => i + 10));
  expect(blocks[0]).toMatchObject({ container_index: 9, supply: null });
  expect((await rig.store.db.selectFrom("learned_utxo").selectAll().execute()).length).toBeGreaterThan(8);
  await rig.stop();
});

function flip(bytes: string, at: number): string {
  const raw = fromHex(bytes);
  raw[at] = (raw[at] ?? 0) ^ 1;
  return toHex(raw);
}

/** Replaces a recorded container by another one with a matching id. */
function rewrite(
  recorded: Recording["containers"]["P/block"][number] | undefined,
  change: (container: ReturnType<typeof decodeContainer>) => ReturnType<typeof decodeContainer>,
): void {
  if (!recorded) throw new Error("no such container");
  const {
    certificate: _,
    signature: __,
    proposer: ___,
    ...unsigned
  } = decodeContainer(fromHex(recorded.bytes), "p");
  const bytes = encodeContainer(change(unsigned));
  recorded.bytes = toHex(bytes);
  // Unsigned: the id covers all but the four length bytes of the empty signature.
  recorded.id = formatId(sha256(bytes.subarray(0, -4)));
}
