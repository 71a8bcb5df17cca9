import type { Story } from "@/components/effects/scene";
import { effectsOfKind } from "@/components/effects/scene";
import { toHex } from "@/lib/avalanche/bytes";
import { formatAddress, formatId } from "@/lib/avalanche/ids";
import type { PTx } from "@/lib/avalanche/p/txs";
import { recoverSigners } from "@/lib/avalanche/signatures";

/** One signature: what it is for, who made it, and whether that one may. */
export interface SignatureRow {
  key: string;
  /** `Input 0`, or `Authorisation` of a subnet's or validator's owner. */
  purpose: string;
  /** `P-…`, whole. */
  signer: string;
  /** 65 bytes, 0x hex. */
  signature: string;
  /** Owners of what is changed stand in other transactions: `authorized` says what the signature is for, not more. */
  verdict: "owner" | "stranger" | "unknown" | "authorized";
}

/** Who may sign for each credential, as bech32 without a chain; undefined where Firn does not know. */
export type CredentialOwner = { addresses: string[]; threshold: number } | undefined;

/** Owners of the inputs by credential, as Firn knows them from the transactions that made those outputs. */
export function ownersByCredential(tx: PTx, story: Story): CredentialOwner[] {
  const inputs = effectsOfKind(story.effects, "utxo.consumed");
  return tx.credentials.map((_, index) => {
    const input = inputs.find(({ credential }) => credential === index);
    if (input === undefined) return undefined;
    const txId = formatId(input.sourceTxId);
    const utxo = story.answer.consumedUtxos.find(
      (each) => each.txHash === txId && each.outputIndex === input.outputIndex,
    );
    return utxo && { addresses: utxo.addresses, threshold: utxo.threshold ?? 1 };
  });
}

/** A row for each signature. @throws DataError when a signature is impossible */
export function signatureRows(tx: PTx, story: Story): SignatureRow[] {
  const owners = ownersByCredential(tx, story);
  const inputs = effectsOfKind(story.effects, "utxo.consumed");
  return tx.credentials.flatMap((credential, index) => {
    const input = inputs.findIndex((each) => each.credential === index);
    const signers = recoverSigners(tx.unsignedBytes, credential);
    return credential.signatures.map((signature, place) => {
      const signer = formatAddress(story.network.hrp, signers[place] ?? new Uint8Array());
      return {
        key: `${index}.${place}`,
        purpose: input === -1 ? "Authorisation" : `Input ${input}`,
        signer: `P-${signer}`,
        signature: toHex(signature),
        verdict: input === -1 ? "authorized" : verdictOf(signer, owners[index]),
      };
    });
  });
}

function verdictOf(signer: string, owner: CredentialOwner): SignatureRow["verdict"] {
  if (owner === undefined || owner.addresses.length === 0) return "unknown";
  return owner.addresses.includes(signer) ? "owner" : "stranger";
}
