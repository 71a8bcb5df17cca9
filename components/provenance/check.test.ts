import { beforeAll, describe, expect, it } from "vitest";
import { readInside } from "@/components/block/inside";
import { isOfAccount, signersOf } from "@/components/block/tx-codec";
import { txContexts } from "@/components/block/tx-contexts";
import { balancesOf } from "@/components/tx/amounts";
import { formatSigner } from "@/components/tx/signers";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { fromHex, toHex } from "@/lib/avalanche/codec/bytes";
import { formatAddress, formatId, formatNodeId, PRIMARY_NETWORK_ID } from "@/lib/avalanche/ids";
import { decodeContainer } from "@/lib/avalanche/proposer/proposervm";
import { openRecording } from "@/lib/devnet/recording";
import { addGraph } from "@/lib/testbed/x-graph";
import { type BlockClaims, checkBlock, formatBlockId } from "./check-block";
import { checkTx, type TxClaims } from "./check-tx";
import { hasFailed, type Report } from "./report";

const HRP = "custom";
/** By chain: every block of a recording, and every transaction with its container. */
let blocks: Record<Chain, BlockClaims[]>;
let txs: Record<Chain, { claims: TxClaims; container: string }[]>;

beforeAll(async () => {
  const { containers, network } = await openRecording("custom-network");
  const ids = { p: formatId(PRIMARY_NETWORK_ID), x: network.xChainId, c: network.cChainId };
  const read = (chain: Chain) =>
    (containers[CHAINS[chain].stream] ?? []).map((recorded) => claimsOf(chain, recorded, ids[chain]));
  const all = { p: read("p"), x: read("x"), c: read("c") };
  blocks = mapChains((chain) => all[chain].map(({ claims }) => claims));
  txs = mapChains((chain) => all[chain].flatMap(({ inside }) => inside));
});

function mapChains<T>(read: (chain: Chain) => T): Record<Chain, T> {
  return { p: read("p"), x: read("x"), c: read("c") };
}

/** Correct claims of the pages about a container's block and its transactions. */
function claimsOf(
  chain: Chain,
  {
    bytes,
    id,
    index,
    stream = CHAINS[chain].stream,
  }: { bytes: string; id: string; index: number; stream?: string },
  blockchainId: string,
) {
  const block = readInside(chain, stream, fromHex(bytes));
  const proposer = stream === "X/vtx" ? undefined : decodeContainer(fromHex(bytes), chain).proposer;
  const common = {
    chain,
    blockId: formatBlockId(chain, block.blockId),
    height: String(block.height),
    containerId: id,
  };
  const claims: BlockClaims = {
    ...common,
    kind: "block",
    container: bytes,
    index,
    blockchainId,
    stream,
    parentIds: block.parentIds.map((parent) => formatBlockId(chain, parent)),
    ...(proposer !== undefined && { proposer: formatNodeId(proposer) }),
  };
  const blockContext = { network: { hrp: HRP, chains: [] }, time: 0n, outcome: undefined };
  const inside = txContexts(block, blockContext).map(({ tx, context }, txIndex) => ({
    container: bytes,
    claims: {
      ...common,
      kind: "tx",
      stream,
      tx: toHex(tx.bytes),
      txId: formatId(tx.txId),
      hrp: HRP,
      owners: tx.credentials.map((credential, place) => ({
        addresses: signersOf(tx, place, context.effects).map((address) =>
          formatSigner(address, isOfAccount(place, context.effects), HRP),
        ),
        threshold: credential.signatures.length,
      })),
      fees: balancesOf(context.effects).map(({ assetId, fee }) => ({
        assetId: formatId(assetId),
        amount: String(fee),
      })),
      txIndex,
    } satisfies TxClaims,
  }));
  return { claims, inside };
}

const failed = (report: Omit<Report, "ms">) =>
  report.checks.filter(({ state }) => state === "bad").map(({ title }) => title);

describe("checkBlock", () => {
  it("agrees with every container of a recording", () => {
    for (const claims of Object.values(blocks).flat()) expect(failed(checkBlock(claims))).toEqual([]);
    const signed = Object.values(blocks)
      .flat()
      .filter(({ proposer }) => proposer !== undefined);
    expect(signed.length).toBeGreaterThan(150);
  });

  it("names what a page got wrong", () => {
    const claims = pick(blocks.p, 12);
    const other = pick(blocks.p, 20);
    expect(failed(checkBlock({ ...claims, height: "999" }))).toEqual(["Height and parent read from bytes"]);
    expect(failed(checkBlock({ ...claims, parentIds: other.parentIds }))).toEqual([
      "Height and parent read from bytes",
    ]);
    expect(failed(checkBlock({ ...claims, containerId: other.containerId }))).toEqual(["Index agrees"]);
    const swapped = checkBlock({ ...claims, blockId: other.blockId });
    expect(swapped.proof?.id).not.toBe(swapped.proof?.expected);
    expect(hasFailed({ ...swapped, ms: 0 })).toBe(true);
    const signed = blocks.c.find(({ proposer }) => proposer !== undefined);
    if (signed === undefined) throw new Error("the recording has no signed block");
    expect(failed(checkBlock({ ...signed, proposer: formatNodeId(new Uint8Array(20)) }))).toEqual([
      "Proposer signed it",
    ]);
    expect(failed(checkBlock({ ...signed, blockchainId: formatId(PRIMARY_NETWORK_ID) }))).toEqual([
      "Proposer signed it",
    ]);
    expect(checkBlock(signed).proof).toMatchObject({ algorithm: "keccak256", id: signed.blockId });
  });
});

describe("checkTx", () => {
  it("agrees with every transaction of a recording", () => {
    expect(Object.values(txs).flat().length).toBeGreaterThan(180);
    for (const { claims, container } of Object.values(txs).flat())
      expect(failed(checkTx(claims, container))).toEqual([]);
  });

  it("names what a page got wrong", () => {
    const { claims, container } = pick(txs.p, 12);
    const stranger = [{ addresses: [formatAddress(HRP, new Uint8Array(20))], threshold: 1 }];
    expect(failed(checkTx({ ...claims, owners: stranger }, container))).toEqual(["Signatures recover"]);
    expect(failed(checkTx({ ...claims, fees: [] }, container))).toEqual(["Amounts balance"]);
    expect(failed(checkTx(claims, pick(txs.p, 30).container))).toEqual(["Block contains it"]);
    expect(failed(checkTx({ ...claims, txIndex: 1 }, container))).toEqual(["Block contains it"]);
  });

  it("fails if more of an asset appears than anybody had the right to mint", () => {
    const minted = txs.x.find(({ claims }) => claims.fees.some(({ amount }) => amount.startsWith("-")));
    if (minted === undefined) throw new Error("the recording mints nothing");
    const { claims, container } = minted;
    expect(checkTx(claims, container).checks[1]?.detail).toContain("minted by those who may mint");
    const fees = claims.fees.map(({ assetId }) => ({ assetId, amount: "0" }));
    expect(failed(checkTx({ ...claims, fees }, container))).toEqual(["Amounts balance"]);
  });

  it("says in which vertex a transaction is, as many vertices have the same height", async () => {
    const recording = await openRecording("custom-network");
    addGraph(recording, 0);
    const [first, second] = recording.containers["X/vtx"].map(({ bytes, id, index }) =>
      claimsOf("x", { bytes, id, index, stream: "X/vtx" }, recording.network.xChainId),
    );
    const { claims, container } = pick(first?.inside ?? [], 1);
    const report = checkTx(claims, container);
    expect(failed(report)).toEqual([]);
    expect(report.checks.at(-1)).toMatchObject({
      title: "Vertex contains it",
      detail: `Transaction 1 of the vertex ${claims.blockId}, whose bytes hash to its id.`,
    });
    expect(failed(checkTx(claims, second?.inside[0]?.container))).toEqual(["Vertex contains it"]);
    expect(checkTx(claims, undefined).checks.at(-1)?.detail).toBe("Its vertex could not be read.");
  });

  it("says what it could not check, and does not call that a failure", () => {
    const { claims } = pick(txs.p, 12);
    const report = checkTx({ ...claims, owners: [] }, undefined);
    expect(failed(report)).toEqual([]);
    expect(report.checks.at(-1)).toMatchObject({ title: "Block contains it", state: "unchecked" });
  });

  it("fails with fewer signatures than the owner requires", () => {
    const { claims, container } = pick(txs.p, 12);
    const owners = claims.owners.map((owner) => owner && { ...owner, threshold: owner.threshold + 1 });
    expect(failed(checkTx({ ...claims, owners }, container))).toEqual(["Signatures recover"]);
  });
});

function pick<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`the recording has no item ${index}`);
  return item;
}
