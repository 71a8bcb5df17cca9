import { type ChainTx, effectsOfTx, readInside } from "@/components/block/inside";
import { decodeTx, isOfAccount, signersOf } from "@/components/block/tx-codec";
import { formatSigner } from "@/components/tx/signers";
import type { Chain } from "@/components/ui/chains";
import { equalBytes, fromHex, toHex } from "@/lib/avalanche/codec/bytes";
import { type Effect, type Move, movesOf, says } from "@/lib/avalanche/effects";
import { formatId } from "@/lib/avalanche/ids";
import { plural } from "../../lib/words/format";
import { type AssetBalance, balancesOf } from "../tx/amounts";
import { formatBlockId } from "./check-block";
import { proveId } from "./prove-id";
import { type Check, compare, type Report } from "./report";

/** A transaction page's bytes and claims. Ids are cb58, those of C-Chain blocks 0x hex. */
export interface TxClaims {
  kind: "tx";
  chain: Chain;
  /** The node's index that holds its block or vertex. */
  stream: string;
  /** Signed bytes with codec version, 0x hex. */
  tx: string;
  txId: string;
  /** Bech32 prefix of the addresses in `owners`. */
  hrp: string;
  /** By credential, who may sign, as bech32 or 0x. Absent if Firn does not know. */
  owners: ({ addresses: string[]; threshold: number } | undefined)[];
  /** What is burned and not an L1 balance, by asset id (cb58), in base units. Negative for what is minted. */
  fees: { assetId: string; amount: string }[];
  containerId: string;
  height: string;
  blockId: string;
  txIndex: number;
}

/**
 * Compares a transaction page's claims with its bytes. `container` is its block's, 0x hex; without it that check is
 * left out. @throws DataError if the bytes are not a transaction of its chain
 */
export function checkTx(claims: TxClaims, container: string | undefined): Omit<Report, "ms"> {
  const bytes = fromHex(claims.tx);
  const tx = decodeTx(claims.chain, bytes);
  const effects = effectsOfTx(claims.chain, tx);
  return {
    proof: proveId(bytes, claims.txId),
    checks: [
      ...(tx.credentials.length > 0 ? [checkSignatures(tx, effects, claims)] : []),
      ...checkAmounts(effects, claims),
      checkPosition(bytes, claims, container),
    ],
  };
}

function checkSignatures(tx: ChainTx, effects: readonly Effect[], { hrp, owners }: TxClaims): Check {
  const title = "Signatures recover";
  const faults: string[] = [];
  let known = 0;
  for (const index of tx.credentials.keys()) {
    const owner = owners[index];
    const isAccount = isOfAccount(index, effects);
    const signers = signersOf(tx, index, effects).map((address) => formatSigner(address, isAccount, hrp));
    if (owner === undefined) continue;
    known += 1;
    const stranger = signers.find((signer) => !owner.addresses.includes(signer));
    if (stranger !== undefined)
      faults.push(`credential ${index} was signed by ${stranger}, who is not an owner`);
    else if (signers.length < owner.threshold)
      faults.push(`credential ${index} has ${signers.length} of ${owner.threshold} signatures`);
  }
  if (faults.length > 0) return { title, state: "bad", detail: `${faults.join("; ")}.` };
  const count = tx.credentials.length;
  const rest = count - known;
  const unknown = `${plural(rest, "signature is", "signatures are")} by owners that the bytes do not name.`;
  if (known === 0) return { title, state: "unchecked", detail: unknown };
  return {
    title,
    state: "ok",
    detail: `${known} of ${count} recover the owner of what they unlock.${rest === 0 ? "" : ` ${unknown}`}`,
  };
}

function checkAmounts(effects: readonly Effect[], { fees, txId }: TxClaims): Check[] {
  const balances = balancesOf(effects);
  if (balances.length === 0) return [];
  const title = "Amounts balance";
  for (const balance of balances) {
    const { fee } = balance;
    const id = formatId(balance.assetId);
    // The page lists only assets with a fee: one that is not listed has a fee of zero.
    const said = BigInt(fees.find((each) => each.assetId === id)?.amount ?? 0);
    if (said !== fee) {
      const detail = `Inputs minus outputs is ${fee}, this page shows ${said} (asset ${id}).`;
      return [{ title, state: "bad", detail }];
    }
    if (fee < 0n && !mayMint(balance, effects, txId)) {
      const detail = `Outputs are ${-fee} more than inputs, without a right to mint (asset ${id}).`;
      return [{ title, state: "bad", detail }];
    }
  }
  const minted = balances.some(({ fee }) => fee < 0n);
  const detail = minted
    ? "Inputs minus outputs is the fee; the rest was minted by those who may mint."
    : "Inputs minus outputs is the fee, to the last unit.";
  return [{ title, state: "ok", detail }];
}

/** An asset may grow when it is created, and by the right to mint it. */
function mayMint({ assetId }: AssetBalance, effects: readonly Effect[], txId: string): boolean {
  const isCreated = formatId(assetId) === txId && effects.some((effect) => says(effect, "creates", "asset"));
  const isMint = (move: Move) =>
    move.of === "consumed" && move.outputType === "secp256k1.mint" && equalBytes(move.assetId, assetId);
  return isCreated || movesOf(effects).some(isMint);
}

/** Title of the check that a transaction is in its block or vertex. */
export function positionTitle(stream: string): string {
  return stream === "X/vtx" ? "Vertex contains it" : "Block contains it";
}

function checkPosition(bytes: Uint8Array, claims: TxClaims, hex: string | undefined): Check {
  const { chain, stream, txIndex } = claims;
  const title = positionTitle(stream);
  const label = stream === "X/vtx" ? "vertex" : "block";
  if (hex === undefined) return { title, state: "unchecked", detail: `Its ${label} could not be read.` };
  // Many vertices share a height: only the id says which one is meant.
  const place =
    label === "vertex"
      ? `the vertex ${claims.blockId}`
      : `block ${BigInt(claims.height).toLocaleString("en")}`;
  const block = readInside(chain, stream, fromHex(hex));
  const sameBlock = compare(title, {
    got: `${formatBlockId(chain, block.blockId)} at height ${block.height}`,
    expected: `${claims.blockId} at height ${claims.height}`,
    ok: `Transaction ${txIndex} of ${place}, whose bytes hash to its id.`,
    label,
  });
  const inside = block.txs[txIndex]?.bytes;
  if (sameBlock.state === "ok" && (inside === undefined || !equalBytes(inside, bytes))) {
    const found = inside === undefined ? "nothing" : `${toHex(inside).slice(0, 18)}…`;
    return { title, state: "bad", detail: `Its ${label} holds ${found} at index ${txIndex}.` };
  }
  return sameBlock;
}
