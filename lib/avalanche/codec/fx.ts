import { showAmount, showOwners } from "../show";
import { array, type Fields, fieldsToJson, grouped, type StructOf, struct, tagged } from "./combinators";
import { address, amount, bytes, locktime, shortId, u32 } from "./fields";
import { type Format, type Json, type Layout, named, type TypeOf } from "./layout";

/** Feature extensions: the rules that an output, operation or credential obeys. */
export type Fx = "secp256k1" | "nft" | "property";

/** Their ids in the node's JSON: `secp256k1fx`, `nftfx`, `propertyfx`, zero-padded to 32 bytes, in cb58. */
export const FX_IDS = {
  secp256k1: "spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ",
  nft: "qd2U4HDWUvMrVUeTcCHp6xH3Qpnn1XbU5MDdnBoiifFqvgXwT",
  property: "rXJsCSEYXg2TehWxCEEGj6JU2PWKTkd6cBdNLjoe2SpsKD9cy",
} as const satisfies Record<Fx, string>;

/** The extension of a variant named `<fx>.<what>`. Stakeable wrappers hold secp256k1 values. */
export function fxIdOf(type: string): string {
  if (type.startsWith("nft.")) return FX_IDS.nft;
  return type.startsWith("property.") ? FX_IDS.property : FX_IDS.secp256k1;
}

export const signatureIndices: Layout<number[]> = named({ label: "Signature index" }, array(u32));

/** Who may spend: the last fields of owned outputs. */
export const ownerFields = {
  locktime,
  threshold: u32,
  addresses: array(address),
};

/** A struct whose keys are in alphabetical order in the node's JSON, as for outputs and owners. */
export function sortedStruct<F extends Fields>(
  fields: F,
  show?: (value: StructOf<F>, format: Format) => string,
): Layout<StructOf<F>> {
  const toJson = (value: StructOf<F>, format: Format): Json =>
    Object.fromEntries(
      Object.entries(fieldsToJson(fields, value, format)).sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  return struct(fields, show === undefined ? { toJson } : { toJson, show });
}

/** Owners without a type id. */
export const outputOwners = sortedStruct(ownerFields, (value, format) =>
  showOwners(value.threshold, value.addresses, format),
);
/** Owners as an interface. */
export const owner = tagged(11, "secp256k1.owners", outputOwners);

/** Who may act for an L1 validator. In the node's JSON, the addresses have no network or chain. */
export const pChainOwner = struct(
  { threshold: u32, addresses: array(shortId) },
  { show: (value, format) => showOwners(value.threshold, value.addresses, format) },
);

/** Which of an owner's addresses sign. */
export const input = struct({ signatureIndices });
/** Like `input`, as an interface: the authorization by a subnet's or validator's owner. */
export const authorization = tagged(
  10,
  "secp256k1.input",
  struct(
    { signatureIndices },
    { show: ({ signatureIndices }) => `signed by owner ${signatureIndices.join(", ")}` },
  ),
);

export const transferInput = struct(
  { amount, signatureIndices },
  { show: ({ amount }, format) => showAmount(amount, format) },
);

/** 65 bytes: r, s and recovery id. */
const signatures: Layout<Uint8Array[]> = array(bytes(65));

/** The signatures for one input, operation or authorisation, without a type id. */
export const signed = struct(
  { signatures },
  { show: ({ signatures }) => countSignatures(signatures.length) },
);

const credential = tagged(9, "secp256k1.credential", signed);
export type Credential = TypeOf<typeof credential>;

/** All credentials of a transaction. */
export const credentials = countedSignatures(array(credential));

/** Credentials as one span with a summary: `3, one signature each`. */
export function countedSignatures<C extends Credential>(credentials: Layout<C[]>): Layout<C[]> {
  return grouped(credentials, (values) => {
    const counts = new Set(values.map(({ signatures }) => signatures.length));
    const [each] = counts;
    const uniform = each !== undefined && counts.size === 1;
    return uniform ? `${values.length}, ${countSignatures(each)} each` : String(values.length);
  });
}

function countSignatures(count: number): string {
  return count === 1 ? "one signature" : `${count} signatures`;
}
