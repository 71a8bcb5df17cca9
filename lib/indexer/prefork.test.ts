import { beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "#sha256";
import { fromHex, toHex } from "../avalanche/codec/bytes";
import { formatId } from "../avalanche/ids";
import { type Container, decodeContainer, encodeContainer } from "../avalanche/proposer/proposervm";
import { openRecording, type RecordedContainer, type Recording } from "../devnet/recording";
import { serveDevnet } from "../devnet/serve";
import { freshStore } from "../testbed/engines";
import { dump, networkOf, startRig, untilStored } from "../testbed/indexer";
import { STREAMS } from "./follow/stream";

let recording: Recording;
beforeAll(async () => {
  recording = await openRecording("custom-network");
});

/** The rows of one stream of a recording, followed to its end. */
async function index(name: "P/block" | "C/block", containers: readonly RecordedContainer[]) {
  const changed = { ...recording, containers: { ...recording.containers, [name]: [...containers] } };
  const devnet = await serveDevnet({ recording: changed, port: 0 });
  const store = await freshStore();
  const rig = await startRig({ ...networkOf(recording), url: devnet.url, store, streams: [STREAMS[name]] });
  await untilStored(rig, containers.length, name);
  await rig.stop();
  await devnet.close();
  return dump(store);
}

describe("P-Chain blocks from before the proposervm (the first is recorded like that, the others are unwrapped)", () => {
  const BARE = 20;
  const COUNT = 40;

  test("are indexed like wrapped ones, and the first wrapped block follows them", async () => {
    const containers = recording.containers["P/block"].slice(0, COUNT);
    const unwrapped = unwrapFirst(containers, BARE);
    expect(
      unwrapped.filter(({ bytes }) => decodeContainer(fromHex(bytes), "p").kind === "preFork").length,
    ).toBe(BARE);
    const rows = await index("P/block", unwrapped);
    const usual = await index("P/block", containers);
    for (const table of ["tx", "utxo", "address_tx", "stake", "subnet", "l1_validator"]) {
      expect(rows[table], table).toEqual(usual[table]);
    }
    expect(rows.tx?.length).toBeGreaterThan(BARE);
    const stored = (rows.containers as { bytes: string }[]).map(({ bytes }) => bytes);
    expect(stored.sort()).toEqual(unwrapped.map(({ bytes }) => bytes).sort());
  });
});

describe("C-Chain blocks from before the proposervm", () => {
  test("are in the recording as plain RLP, and stored under the hash of their header", async () => {
    const containers = recording.containers["C/block"];
    const bare = containers.filter(({ bytes }) => decodeContainer(fromHex(bytes), "c").kind === "preFork");
    expect(bare.length).toBe(14);
    const rows = await index("C/block", containers.slice(0, bare.length + 5));
    const blocks = rows.block as { block_id: string; height: number }[];
    const ids = new Set(blocks.map(({ block_id }) => formatId(fromHex(block_id))));
    expect(bare.filter(({ id }) => !ids.has(id))).toEqual([]);
    expect(blocks.length).toBe(bare.length + 5);
  });
});

/** The same blocks: the first `count` unwrapped, the later ones wrapped again, without signatures. */
function unwrapFirst(containers: readonly RecordedContainer[], count: number): RecordedContainer[] {
  let parentId = new Uint8Array();
  return containers.map((container, i) => {
    const {
      signature: _,
      certificate: __,
      proposer: ___,
      ...wrapper
    } = decodeContainer(fromHex(container.bytes), "p");
    const bytes = i < count ? wrapper.inner : encodeContainer({ ...wrapper, parentId } as Container);
    const { containerId } = decodeContainer(bytes, "p");
    if (i < count) expect(containerId).toEqual(sha256(wrapper.inner));
    parentId = Uint8Array.from(containerId);
    return { ...container, id: formatId(containerId), bytes: toHex(bytes) };
  });
}
