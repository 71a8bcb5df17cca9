import { equalBytes, fromHex, toHex } from "@/lib/avalanche/bytes";
import { formatAddress, formatId } from "@/lib/avalanche/ids";
import { allTxs, decodePBlock } from "@/lib/avalanche/p/block";
import { decodePTx, effectsOf, type PTx } from "@/lib/avalanche/p/txs";
import { decodeContainer } from "@/lib/avalanche/proposervm";
import { recoverSigners } from "@/lib/avalanche/signatures";
import { balancesOf } from "../tx/amounts";
import { plural } from "../ui/format";
import { proveId } from "./prove-id";
import { type Check, compare, type Report } from "./report";

/** A transaction page's bytes, and what the page says of them. Ids are cb58. */
export interface TxClaims {
  kind: "tx";
  /** Signed bytes with codec version, 0x hex. */
  tx: string;
  txId: string;
  /** Bech32 prefix of the addresses in `owners`. */
  hrp: string;
  /** By credential, who may sign for it, as bech32; absent where Firn does not know. */
  owners: ({ addresses: string[]; threshold: number } | undefined)[];
  /** What is burned and not an L1 balance, by asset id (cb58), in base units. */
  fees: { assetId: string; amount: string }[];
  height: string;
  blockId: string;
  txIndex: number;
}

/**
 * Compares what a page says of a transaction with its bytes. `container` is that of its block, 0x hex; without it
 * that check stays unasked. @throws DataError when the bytes are not a P-Chain transaction
 */
export function checkTx(claims: TxClaims, container: string | undefined): Omit<Report, "ms"> {
  const bytes = fromHex(claims.tx);
  const tx = decodePTx(bytes);
  return {
    proof: proveId(bytes, claims.txId),
    checks: [
      ...(tx.credentials.length > 0 ? [checkSignatures(tx, claims)] : []),
      ...checkAmounts(tx, claims),
      checkPlace(bytes, claims, container),
    ],
  };
}

function checkSignatures(tx: PTx, { hrp, owners }: TxClaims): Check {
  const title = "Signatures recover";
  const faults: string[] = [];
  let known = 0;
  let count = 0;
  for (const [index, credential] of tx.credentials.entries()) {
    const signers = recoverSigners(tx.unsignedBytes, credential).map((address) =>
      formatAddress(hrp, address),
    );
    const owner = owners[index];
    count += 1;
    if (owner === undefined) continue;
    known += 1;
    const stranger = signers.find((signer) => !owner.addresses.includes(signer));
    if (stranger !== undefined)
      faults.push(`credential ${index} was signed by P-${stranger}, who is no owner`);
    else if (signers.length < owner.threshold)
      faults.push(`credential ${index} has ${signers.length} of ${owner.threshold} signatures`);
  }
  if (faults.length > 0) return { title, state: "bad", detail: `${faults.join("; ")}.` };
  const rest = count - known;
  const unknown = rest === 0 ? "" : ` ${plural(rest, "credential")} of an owner the bytes don’t name.`;
  return { title, state: "ok", detail: `${known} of ${count} give the owner of what they unlock.${unknown}` };
}

function checkAmounts(tx: PTx, { fees }: TxClaims): Check[] {
  const balances = balancesOf(effectsOf(tx));
  if (balances.length === 0) return [];
  const title = "Amounts balance";
  for (const { assetId, fee } of balances) {
    const id = formatId(assetId);
    const said = BigInt(fees.find((each) => each.assetId === id)?.amount ?? 0);
    if (said !== fee) {
      return [
        {
          title,
          state: "bad",
          detail: `Inputs minus outputs is ${fee}, this page shows ${said} (asset ${id}).`,
        },
      ];
    }
  }
  return [{ title, state: "ok", detail: "Inputs minus outputs is the fee, to the nAVAX." }];
}

function checkPlace(bytes: Uint8Array, claims: TxClaims, hex: string | undefined): Check {
  const title = "Block contains it";
  if (hex === undefined) return { title, state: "unasked", detail: "Its block could not be read." };
  const block = decodePBlock(decodeContainer(fromHex(hex), "p").inner);
  const place = `${formatId(block.blockId)} at height ${block.height}`;
  const sameBlock = compare(title, {
    got: place,
    expected: `${claims.blockId} at height ${claims.height}`,
    ok: `Transaction ${claims.txIndex} of block ${BigInt(claims.height).toLocaleString("en")}, whose bytes hash to its id.`,
    noun: "block",
  });
  const inside = allTxs(block)[claims.txIndex]?.bytes;
  if (sameBlock.state === "ok" && (inside === undefined || !equalBytes(inside, bytes))) {
    const found = inside === undefined ? "nothing" : `${toHex(inside).slice(0, 18)}…`;
    return { title, state: "bad", detail: `Its block holds ${found} at place ${claims.txIndex}.` };
  }
  return sameBlock;
}
