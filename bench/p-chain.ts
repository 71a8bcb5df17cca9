import { createHash } from "node:crypto";
import { PRIMARY_NETWORK_ID } from "../lib/avalanche/ids";
import { decodePBlock, encodePBlock } from "../lib/avalanche/p/block";
import { decodePTx, encodePTx, type PTx } from "../lib/avalanche/p/txs";
import { type Container, decodeContainer, encodeContainer } from "../lib/avalanche/proposer/proposervm";
import { readCheckpoint } from "../lib/store/bookkeeping/checkpoint";
import type { PrimaryDb } from "../lib/store/db";
import { readContainer } from "../lib/store/queries/container-run";
import { CHAIN } from "../lib/store/rows/columns";
import type { StoredContainer } from "../lib/store/rows/container-run";

const SENT = 1_000n;

/** The receiver of a payment, by its number: an address, or the payer. */
export type Receivers = (payment: number) => Uint8Array | "payer";

/** 5,000 addresses in turn. */
const MANY: Receivers = (payment) => addressOf(payment % 5_000);

/**
 * Blocks that extend the stored P-Chain, each with one BaseTx that spends the change of the previous one and pays an
 * address. Wrappers and transactions have no valid signatures, which only a node's admission would check.
 */
export async function makePBlocks(
  db: PrimaryDb,
  { networkId, count, receivers = MANY }: { networkId: number; count: number; receivers?: Receivers },
): Promise<StoredContainer[]> {
  const head = await readCheckpoint(db, "P/block");
  const last = head && (await readContainer(db, "P/block", head.next_index - 1));
  if (!head || !last) throw new Error("the store has no P-Chain");
  let wrapper: Container = decodeContainer(last.bytes, "p");
  let block = decodePBlock(wrapper.inner);
  let coin = await largestCoin(db);
  const made: StoredContainer[] = [];
  for (let i = 0; i < count; i++) {
    const receiver = receivers(i);
    const tx = spend(coin, { networkId, receiver: receiver === "payer" ? coin.owner : receiver });
    coin = { ...coin, txId: tx.txId, outputIndex: 1, amount: coin.amount - SENT };
    const { time = 0n } = block;
    const inner = encodePBlock({
      ...block,
      blockType: "BanffStandardBlock",
      parentId: block.blockId,
      height: block.height + 1n,
      time: i % 100 === 0 ? time + 1n : time,
      txs: [tx],
    });
    const { certificate: _, signature: __, ...unsigned } = wrapper;
    const bytes = encodeContainer({ ...unsigned, parentId: wrapper.containerId, inner });
    wrapper = decodeContainer(bytes, "p");
    block = decodePBlock(inner);
    made.push({
      index: head.next_index + i,
      containerId: wrapper.containerId,
      bytes,
      acceptedAtNs: last.acceptedAtNs,
    });
  }
  return made;
}

interface Coin {
  txId: Uint8Array;
  outputIndex: number;
  assetId: Uint8Array;
  amount: bigint;
  owner: Uint8Array;
}

async function largestCoin(db: PrimaryDb): Promise<Coin> {
  const row = await db
    .selectFrom("utxo")
    .innerJoin("asset", "asset.id", "utxo.asset")
    .innerJoin("tx", (join) =>
      join.onRef("tx.chain", "=", "utxo.chain").onRef("tx.position", "=", "utxo.position"),
    )
    .select(["tx.tx_id", "output_index", "asset.asset_id", "amount", "owners"])
    .where("utxo.chain", "=", CHAIN.p)
    .where("consumed_position", "is", null)
    .where("destination", "is", null)
    .where("stakeable_locktime", "is", null)
    .where("utxo.staked", "=", false)
    .orderBy("amount", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const { tx_id: txId, output_index: outputIndex, asset_id: assetId, amount, owners } = row;
  return { txId, outputIndex, assetId, amount, owner: owners.subarray(0, 20) };
}

function spend(coin: Coin, { networkId, receiver }: { networkId: number; receiver: Uint8Array }): PTx {
  const { txId, outputIndex, assetId, amount, owner } = coin;
  const output = (to: Uint8Array, value: bigint) => ({
    assetId,
    output: {
      type: "secp256k1.transfer" as const,
      amount: value,
      locktime: 0n,
      threshold: 1,
      addresses: [to],
    },
  });
  const input = { type: "secp256k1.transfer" as const, amount, signatureIndices: [0] };
  const tx = {
    typeId: 34,
    txType: "BaseTx",
    unsigned: {
      base: {
        networkId,
        blockchainId: PRIMARY_NETWORK_ID,
        outputs: [output(receiver, SENT), output(owner, amount - SENT)],
        inputs: [{ txId, outputIndex, assetId, input }],
        memo: new Uint8Array(),
      },
    },
    credentials: [{ signatures: [new Uint8Array(65)] }],
  };
  return decodePTx(encodePTx(tx as unknown as PTx));
}

/** An address that nobody owns. */
export function addressOf(number: number): Uint8Array {
  return new Uint8Array(createHash("sha256").update(String(number)).digest().subarray(0, 20));
}
