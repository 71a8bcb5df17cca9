import { beforeAll, describe, expect, it } from "vitest";
import { scenesOf } from "@/components/block/scenes";
import { balancesOf } from "@/components/tx/amounts";
import { fromHex, toHex } from "@/lib/avalanche/bytes";
import { formatAddress, formatId } from "@/lib/avalanche/ids";
import { decodePBlock } from "@/lib/avalanche/p/block";
import { decodeContainer } from "@/lib/avalanche/proposervm";
import { recoverSigners } from "@/lib/avalanche/signatures";
import { openRecording } from "@/lib/devnet/recording";
import { type BlockClaims, checkBlock } from "./check-block";
import { checkTx, type TxClaims } from "./check-tx";
import { hasFailed, type Report } from "./report";

const HRP = "custom";
let blocks: BlockClaims[] = [];
let txs: { claims: TxClaims; container: string }[] = [];

beforeAll(async () => {
  const { containers } = await openRecording("custom-network");
  const read = (containers["P/block"] ?? []).map(({ bytes, id, index }) => {
    const block = decodePBlock(decodeContainer(fromHex(bytes), "p").inner);
    const ids = { blockId: formatId(block.blockId), height: String(block.height) };
    const claims: BlockClaims = {
      kind: "block",
      container: bytes,
      containerId: id,
      index,
      parentId: formatId(block.parentId),
      ...ids,
    };
    const around = { network: { hrp: HRP, chains: [] }, time: 0n, outcome: undefined };
    const inside = scenesOf(block, around).map(({ tx, scene }, txIndex) => ({
      container: bytes,
      claims: {
        kind: "tx",
        tx: toHex(tx.bytes),
        txId: formatId(tx.txId),
        hrp: HRP,
        owners: tx.credentials.map((credential) => ({
          addresses: recoverSigners(tx.unsignedBytes, credential).map((address) =>
            formatAddress(HRP, address),
          ),
          threshold: credential.signatures.length,
        })),
        fees: balancesOf(scene.effects).map(({ assetId, fee }) => ({
          assetId: formatId(assetId),
          amount: String(fee),
        })),
        txIndex,
        ...ids,
      } satisfies TxClaims,
    }));
    return { claims, inside };
  });
  blocks = read.map(({ claims }) => claims);
  txs = read.flatMap(({ inside }) => inside);
});

const failed = (report: Omit<Report, "ms">) =>
  report.checks.filter(({ state }) => state === "bad").map(({ title }) => title);

describe("checkBlock", () => {
  it("agrees with every container of a recording", () => {
    for (const claims of blocks) expect(hasFailed({ ...checkBlock(claims), ms: 0 })).toBe(false);
  });

  it("names what an answer got wrong", () => {
    const claims = pick(blocks, 12);
    const other = pick(blocks, 20);
    expect(failed(checkBlock({ ...claims, height: "999" }))).toEqual(["Height and parent read from bytes"]);
    expect(failed(checkBlock({ ...claims, parentId: other.parentId }))).toEqual([
      "Height and parent read from bytes",
    ]);
    expect(failed(checkBlock({ ...claims, containerId: other.containerId }))).toEqual(["Index agrees"]);
    const swapped = checkBlock({ ...claims, blockId: other.blockId });
    expect(swapped.proof.base58).not.toBe(swapped.proof.expected);
    expect(hasFailed({ ...swapped, ms: 0 })).toBe(true);
  });
});

describe("checkTx", () => {
  it("agrees with every transaction of a recording", () => {
    for (const { claims, container } of txs) expect(failed(checkTx(claims, container))).toEqual([]);
  });

  it("names what an answer got wrong", () => {
    const { claims, container } = pick(txs, 12);
    const stranger = [{ addresses: [formatAddress(HRP, new Uint8Array(20))], threshold: 1 }];
    expect(failed(checkTx({ ...claims, owners: stranger }, container))).toEqual(["Signatures recover"]);
    expect(failed(checkTx({ ...claims, fees: [] }, container))).toEqual(["Amounts balance"]);
    expect(failed(checkTx(claims, pick(txs, 30).container))).toEqual(["Block contains it"]);
    expect(failed(checkTx({ ...claims, txIndex: 1 }, container))).toEqual(["Block contains it"]);
  });

  it("says what it could not ask, and does not call that a failure", () => {
    const { claims } = pick(txs, 12);
    const report = checkTx({ ...claims, owners: [] }, undefined);
    expect(failed(report)).toEqual([]);
    expect(report.checks.at(-1)).toMatchObject({ title: "Block contains it", state: "unasked" });
  });

  it("fails with fewer signatures than the owner asks for", () => {
    const { claims, container } = pick(txs, 12);
    const owners = claims.owners.map((owner) => owner && { ...owner, threshold: owner.threshold + 1 });
    expect(failed(checkTx({ ...claims, owners }, container))).toEqual(["Signatures recover"]);
  });
});

function pick<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`the recording has no item ${index}`);
  return item;
}
