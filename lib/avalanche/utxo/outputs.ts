import { oneOf, struct, tagged } from "../codec/combinators";
import { amount, locktime, u32, varBytes } from "../codec/fields";
import { ownerFields, sortedStruct } from "../codec/fx";
import { type Format, named, type TypeOf } from "../codec/layout";
import type { Output } from "../effects";
import { showAmount, showRecipients } from "../show";

const transfer = sortedStruct({ amount, ...ownerFields }, showTransfer);
const groupId = named({ label: "Group" }, u32);

/** Locks a transfer output until a time, unless it is staked. */
const lockOut = struct(
  { locktime, output: tagged(7, "secp256k1.transfer", transfer) },
  { show: ({ output }, format) => `${showTransfer(output, format)}, stakeable` },
);

/** Every kind of output with its codec type id. Each chain allows some of them. */
export const OUTPUTS = {
  "secp256k1.mint": { typeId: 6, layout: sortedStruct(ownerFields, showRight) },
  "secp256k1.transfer": { typeId: 7, layout: transfer },
  "nft.mint": { typeId: 10, layout: sortedStruct({ groupId, ...ownerFields }, showRight) },
  "nft.transfer": {
    typeId: 11,
    layout: sortedStruct({ groupId, payload: varBytes(), ...ownerFields }, showNft),
  },
  "property.mint": { typeId: 15, layout: sortedStruct(ownerFields, showRight) },
  "property.owned": { typeId: 16, layout: sortedStruct(ownerFields, showRight) },
  "stakeable.lockOut": { typeId: 22, layout: lockOut },
};

export const anyOutput = oneOf(OUTPUTS);
export type AnyOutput = TypeOf<typeof anyOutput>;

/** An encoded output in the form of effects. */
export function toOutput(assetId: Uint8Array, value: AnyOutput): Output {
  if (value.type === "stakeable.lockOut") {
    const inner = toOutput(assetId, { type: "secp256k1.transfer", ...value.output });
    return { stakeableLocktime: value.locktime, ...inner };
  }
  const { locktime, threshold, addresses } = value;
  const output: Output = {
    outputType: value.type,
    assetId,
    amount: "amount" in value ? value.amount : 0n,
    owner: { locktime, threshold, addresses },
  };
  if ("groupId" in value) output.groupId = value.groupId;
  if ("payload" in value) output.payload = value.payload;
  return output;
}

/** The inverse: an output in the form in which it is encoded. */
export function fromOutput(output: Output): AnyOutput {
  const { outputType, amount, owner, stakeableLocktime, groupId = 0, payload = new Uint8Array() } = output;
  switch (outputType) {
    case "secp256k1.transfer":
      return stakeableLocktime === undefined
        ? { type: outputType, amount, ...owner }
        : { type: "stakeable.lockOut", locktime: stakeableLocktime, output: { amount, ...owner } };
    case "nft.mint":
      return { type: outputType, groupId, ...owner };
    case "nft.transfer":
      return { type: outputType, groupId, payload, ...owner };
    default:
      return { type: outputType, ...owner };
  }
}

function showTransfer(
  { amount, addresses }: { amount: bigint; addresses: Uint8Array[] },
  format: Format,
): string {
  return `${showAmount(amount, format)} to ${showRecipients(addresses, format)}`;
}

function showRight({ addresses }: { addresses: Uint8Array[] }, format: Format): string {
  return `to ${showRecipients(addresses, format)}`;
}

function showNft(
  { groupId, addresses }: { groupId: number; addresses: Uint8Array[] },
  format: Format,
): string {
  return `NFT of group ${groupId} to ${showRecipients(addresses, format)}`;
}
