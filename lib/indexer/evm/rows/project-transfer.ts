import { quantityToBigint } from "../../../avalanche/codec/rlp";
import { isZeroAddress, type TokenTransfer } from "../../../avalanche/evm/transfers";
import {
  ACTIVITY,
  CONTRACT_DOUBTS,
  eventItem,
  NO_TOKEN_NUMBER,
  TOKEN_STANDARDS,
  TRANSFER_FORMS,
  toAmount,
} from "../../../store/rows/columns";
import { CONCLUSIVE } from "../facts/check-balance";
import type { ExecutedEvent } from "../feed/block";
import type { EvmProjection } from "./projection";

/** Rows of an event's token movements: the transfers, the lists of both sides and of the token, and the balances. */
export function projectTransfers(
  projection: EvmProjection,
  position: number,
  { logIndex, contract, transfers }: ExecutedEvent,
): void {
  if (transfers.length === 0) return;
  const tokenId = projection.addressId(contract);
  const standard = projection.standardOf(tokenId);
  for (const transfer of transfers) {
    const { form, number, value } = standardForm(transfer, standard);
    if (transfer.form === "unlabelled" && form === "erc20")
      projection.doubt(tokenId, CONTRACT_DOUBTS.unlabelled);
    const item = eventItem(logIndex, transfer.item);
    const from = projection.addressId(transfer.from);
    const to = projection.addressId(transfer.to);
    projection.batch.token_transfer.push({
      position,
      log_index: logIndex,
      item: transfer.item,
      token_id: tokenId,
      form: TRANSFER_FORMS.indexOf(form),
      from_id: from,
      to_id: to,
      token_number: number === undefined ? null : toAmount(number),
      value: toAmount(value),
    });
    projection.addActivity(tokenId, ACTIVITY.token, position, item);
    projection.addActivity(from, ACTIVITY[form], position, item);
    if (to !== from) projection.addActivity(to, ACTIVITY[form], position, item);
    // A contract that writes events of several standards: its balances do not follow from them.
    if (standard !== NO_STANDARD && standard !== STANDARD_OF[form]) projection.distrust(tokenId);
    countMovement(projection, {
      tokenId,
      contract,
      position,
      form,
      number: number && toAmount(number),
      from: { id: from, address: transfer.from },
      to: { id: to, address: transfer.to },
      amount: quantityToBigint(value),
    });
  }
}

interface MovementSide {
  id: number;
  address: Uint8Array;
}

/** A movement of tokens, as figures count it. */
export interface CountedMovement {
  tokenId: number;
  contract: Uint8Array;
  position: number;
  form: (typeof TRANSFER_FORMS)[number];
  from: MovementSide;
  to: MovementSide;
  /** As in `token_number`; undefined on ERC-20. */
  number: Uint8Array | undefined;
  amount: bigint;
}

/** Adds a movement to balances, to the token's totals and to the statistics. */
export function countMovement(projection: EvmProjection, movement: CountedMovement): void {
  const { tokenId, contract, position, form, from, to, number, amount } = movement;
  projection.stats.record(from.id, to.id);
  const isMint = isZeroAddress(from.address);
  const isBurn = isZeroAddress(to.address);
  const { address: holder, id: holderId } = isBurn ? from : to;
  const moved = isMint || isBurn ? 0n : form === "erc20" ? amount : CONCLUSIVE;
  projection.countTransfer(tokenId, { contract, holder, holderId, moved });
  for (const balanceNumber of number === undefined ? ALL_TOGETHER : [number, NO_TOKEN_NUMBER]) {
    if (!isMint) projection.addBalance({ tokenId, number: balanceNumber, holderId: from.id }, -amount);
    if (!isBurn) projection.addBalance({ tokenId, number: balanceNumber, holderId: to.id }, amount);
  }
  if (number === undefined) return;
  const nft = { owner_id: form === "erc721" ? to.id : null, form: TRANSFER_FORMS.indexOf(form) };
  projection.setNft({ tokenId, number }, { ...nft, minted_position: position }, isMint && form === "erc721");
}

const ALL_TOGETHER = [NO_TOKEN_NUMBER];
const NO_STANDARD = TOKEN_STANDARDS.indexOf("UNKNOWN");
const STANDARD_OF = {
  erc20: TOKEN_STANDARDS.indexOf("ERC-20"),
  erc721: TOKEN_STANDARDS.indexOf("ERC-721"),
  erc1155: TOKEN_STANDARDS.indexOf("ERC-1155"),
} as const;

/** An event without indexed fields is read by the contract's standard: its last word is an amount or an id. */
export function standardForm(
  { form, tokenId, value }: TokenTransfer,
  standard: number,
): { form: (typeof TRANSFER_FORMS)[number]; number: Uint8Array | undefined; value: Uint8Array } {
  if (form !== "unlabelled") return { form, number: tokenId, value };
  if (TOKEN_STANDARDS[standard] === "ERC-721")
    return { form: "erc721", number: value, value: Uint8Array.of(1) };
  return { form: "erc20", number: undefined, value };
}
