import type { ChainTx } from "@/components/block/inside";
import { isOfAccount, signersOf } from "@/components/block/tx-codec";
import type { TxDetails } from "@/components/effects/tx-context";
import { CHAINS } from "@/components/ui/chains";
import { toHex } from "@/lib/avalanche/codec/bytes";
import { type InputEffect, inputsOf } from "@/lib/avalanche/effects";
import { formatEvmAddress } from "@/lib/avalanche/evm-address";
import { formatAddress, formatId } from "@/lib/avalanche/ids";
import { unreachable } from "@/lib/avalanche/unreachable";

/** One signature: what it is for, who made it, and whether that signer may. */
export interface SignatureRow {
  key: string;
  /** `Input 0`, `Operation 0`, or `Authorisation` by a subnet's or validator's owner. */
  purpose: string;
  /** `P-…` or `0x…`, in full. */
  signer: string;
  /** 65 bytes, 0x hex. */
  signature: string;
  /** The owners of a changed thing are in other transactions, so `authorized` only says what the signature is for. */
  verdict: "owner" | "stranger" | "unknown" | "authorized";
}

/** Who may sign for each credential, as bech32 without a chain or as 0x. Undefined if Firn does not know. */
export type CredentialOwner = { addresses: string[]; threshold: number } | undefined;

/**
 * Owners of the inputs by credential. The bytes name accounts; a UTXO's owners come from the transaction that created
 * it.
 */
export function ownersByCredential(tx: ChainTx, details: TxDetails): CredentialOwner[] {
  return tx.credentials.map((_, index) => {
    const input = inputsOf(details.effects).find(({ credential }) => credential === index);
    return input && ownerOf(input, details);
  });
}

function ownerOf(input: InputEffect, { known }: TxDetails): CredentialOwner {
  switch (input.kind) {
    case "utxo.evmInput":
      return { addresses: [formatEvmAddress(input.address)], threshold: 1 };
    case "utxo.consumed": {
      const txId = formatId(input.sourceTxId);
      const utxo = known.consumed.find(
        (each) => each.txHash === txId && each.outputIndex === input.outputIndex,
      );
      return utxo && { addresses: utxo.addresses, threshold: utxo.threshold };
    }
    default:
      return unreachable(input);
  }
}

/**
 * An address in the form in which owners and signers are compared: accounts as `0x…`, others as bech32 without a chain.
 */
export function formatSigner(address: Uint8Array, isAccount: boolean, hrp: string): string {
  return isAccount ? formatEvmAddress(address) : formatAddress(hrp, address);
}

/** A row for each signature. @throws DataError if a signature is impossible */
export function signatureRows(tx: ChainTx, details: TxDetails): SignatureRow[] {
  const owners = ownersByCredential(tx, details);
  const inputs = inputsOf(details.effects);
  return tx.credentials.flatMap((credential, index) => {
    const input = inputs.findIndex((each) => each.credential === index);
    const isAccount = isOfAccount(index, details.effects);
    const signers = signersOf(tx, index, details.effects);
    return credential.signatures.map((signature, position) => {
      const signer = formatSigner(signers[position] ?? new Uint8Array(), isAccount, details.network.hrp);
      return {
        key: `${index}.${position}`,
        purpose: input === -1 ? "Authorisation" : `Input ${input}`,
        signer: isAccount ? signer : `${CHAINS[details.chain].letter}-${signer}`,
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
