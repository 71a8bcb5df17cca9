import { secp256k1 } from "@noble/curves/secp256k1.js";
import { expect, test } from "vitest";
import type { ChainTx } from "@/components/block/inside";
import type { TxDetails } from "@/components/effects/tx-context";
import { addressOfPublicKey } from "@/lib/avalanche/crypto/signatures";
import type { Effect } from "@/lib/avalanche/effects";
import { formatAddress, formatId } from "@/lib/avalanche/ids";
import { flowPage } from "./flow-page";
import { signaturePage } from "./signers";

/** A consolidation: many small outputs become one. The mempool of a P-Chain takes up to 64 KiB, some 380 inputs. */
const INPUTS = 380;
const AVAX = new Uint8Array(32).fill(1);
const UNSIGNED = new Uint8Array(100).fill(7);

const idOf = (at: number) => {
  const id = new Uint8Array(32);
  new DataView(id.buffer).setUint32(0, at + 1);
  return id;
};
const keyOf = (at: number) => idOf(at % 3);
const ownerOf = (at: number) => addressOfPublicKey(secp256k1.getPublicKey(keyOf(at)));
const each = <T>(of: (at: number) => T): T[] => Array.from({ length: INPUTS }, (_, at) => of(at));

/** r, s and recovery id. */
function sign(key: Uint8Array): Uint8Array {
  const [recovery = 0, ...rest] = secp256k1.sign(UNSIGNED, key, { format: "recovered" });
  return Uint8Array.of(...rest, recovery);
}

const credentials = each((at) => ({ signatures: [sign(keyOf(at))] }));
const tx = { txType: "BaseTx", credentials, unsignedBytes: UNSIGNED } as unknown as ChainTx;

const effects: Effect[] = [
  ...each(
    (at): Effect => ({
      kind: "utxo.consumed",
      sourceTxId: idOf(at),
      outputIndex: at,
      assetId: AVAX,
      amount: BigInt(at + 1),
      credential: at,
      sigIndices: [0],
    }),
  ),
  {
    kind: "utxo.produced",
    outputIndex: 0,
    output: {
      outputType: "secp256k1.transfer",
      assetId: AVAX,
      amount: 70_000n,
      owner: { locktime: 0n, threshold: 1, addresses: [new Uint8Array(20).fill(9)] },
    },
  },
];

const details: TxDetails = {
  chain: "p",
  effects,
  txId: idOf(9_999),
  time: 1_700_000_000n,
  now: 1_700_000_000n,
  network: { hrp: "fuji", avaxAssetId: AVAX, chains: [] },
  signers: () => [],
  known: {
    txHash: formatId(idOf(9_999)),
    emitted: [],
    fees: [],
    consumed: each((at) => ({
      utxoId: "",
      txHash: formatId(idOf(at)),
      outputIndex: at,
      threshold: 1,
      isReward: false,
      // One input is said to be somebody else's.
      addresses: [formatAddress("fuji", at === 5 ? new Uint8Array(20) : ownerOf(at))],
    })),
  },
};

/** All rows of a list, page by page as its island reads them. */
function walk<Row>(
  pageAt: (from: number) => { rows: readonly Row[]; first: number; nextPageToken?: string },
) {
  const rows: Row[] = [];
  for (let from: number | undefined = 1; from !== undefined; ) {
    const page = pageAt(from);
    expect([page.first, page.rows.length]).toEqual([from, expect.any(Number)]);
    expect(page.rows.length).toBeLessThanOrEqual(25);
    rows.push(...page.rows);
    from = page.nextPageToken === undefined ? undefined : Number(page.nextPageToken);
  }
  return rows;
}

test("hundreds of inputs come in pages, then the outputs, each once and in order", () => {
  const rows = walk((from) => flowPage(details, { list: "flow", from }) ?? { rows: [], first: from });
  expect(rows.map(({ side, amount }) => `${side} ${amount}`)).toEqual([
    ...each((at) => `In ${at + 1}`),
    "Out 70000",
    `Out ${(INPUTS * (INPUTS + 1)) / 2 - 70_000}`, // the fee
  ]);
  expect(rows[7]?.noteTx?.txId).toBe(formatId(idOf(7)));
  expect(rows[7]?.owners).toEqual([`P-${formatAddress("fuji", ownerOf(7))}`]);
  expect(rows[0]).toMatchObject({ decimals: 9, unit: "AVAX" });
});

test("their signatures come in pages too, each recovered and held against its input's owner", () => {
  const rows = walk((from) => signaturePage(tx, details, { list: "sigs", from }));
  expect(rows.map(({ purpose }) => purpose)).toEqual(each((at) => `Input ${at}`));
  expect(rows.map(({ signer }) => signer)).toEqual(each((at) => `P-${formatAddress("fuji", ownerOf(at))}`));
  expect(rows.map(({ verdict }) => verdict)).toEqual(each((at) => (at === 5 ? "stranger" : "owner")));
});

test("an asset that the transaction does not move has no list", () => {
  expect(flowPage(details, { list: "flow-1", from: 1 })).toBeUndefined();
  expect(flowPage(details, { list: "", from: 1 })).toBeUndefined();
});
