import type { ChainTx } from "@/components/block/inside";
import { isOfAccount, signersOf } from "@/components/block/tx-codec";
import type { TxDetails } from "@/components/effects/tx-context";
import { type ListPosition, type NumberedPage, pageOfSlice, sliceAt } from "@/components/list/position";
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
  const inputs = inputsOf(details.effects);
  return tx.credentials.map((_, index) => {
    const input = inputs.find(({ credential }) => credential === index);
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

export type SignaturePage = NumberedPage<SignatureRow>;

/**
 * The signatures of a transaction at a position, in the order of its credentials. Only those of the page are recovered: a
 * consolidation has hundreds. @throws DataError if a signature is impossible
 */
export function signaturePage(tx: ChainTx, details: TxDetails, position: ListPosition): SignaturePage {
  const places = tx.credentials.flatMap(({ signatures }, credential) =>
    signatures.map((bytes, position) => ({ credential, position, bytes })),
  );
  const owners = ownersByCredential(tx, details);
  const inputs = inputsOf(details.effects);
  const recovered = new Map<number, readonly Uint8Array[]>();
  const recover = (credential: number) => {
    const signers = recovered.get(credential) ?? signersOf(tx, credential, details.effects);
    recovered.set(credential, signers);
    return signers;
  };
  return pageOfSlice(sliceAt(places, position.list, position), ({ credential, position, bytes }) => {
    const input = inputs.findIndex((each) => each.credential === credential);
    const isAccount = isOfAccount(credential, details.effects);
    const address = recover(credential)[position] ?? new Uint8Array();
    const signer = formatSigner(address, isAccount, details.network.hrp);
    return {
      key: `${credential}.${position}`,
      purpose: input === -1 ? "Authorisation" : `Input ${input}`,
      signer: isAccount ? signer : `${CHAINS[details.chain].letter}-${signer}`,
      signature: toHex(bytes),
      verdict: input === -1 ? "authorized" : verdictOf(signer, owners[credential]),
    };
  });
}

function verdictOf(signer: string, owner: CredentialOwner): SignatureRow["verdict"] {
  if (owner === undefined || owner.addresses.length === 0) return "unknown";
  return owner.addresses.includes(signer) ? "owner" : "stranger";
}
