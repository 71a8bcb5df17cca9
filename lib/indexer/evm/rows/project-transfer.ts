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
    const [from, to] = [projection.addressId(transfer.from), projection.addressId(transfer.to)];
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
    projection.stats.record(from, to);
    // A contract that writes events of several standards: its balances do not follow from them.
    if (standard !== NO_STANDARD && standard !== STANDARD_OF[form]) projection.distrust(tokenId);
    const isMint = isZeroAddress(transfer.from);
    const isBurn = isZeroAddress(transfer.to);
    const witness = isBurn
      ? { holder: transfer.from, holderId: from }
      : { holder: transfer.to, holderId: to };
    projection.countTransfer(tokenId, { contract, ...witness, isConclusive: !isBurn && !isMint });
    const amount = quantityToBigint(value);
    for (const balanceNumber of number === undefined ? ALL_TOGETHER : [toAmount(number), NO_TOKEN_NUMBER]) {
      if (!isMint) projection.addBalance({ tokenId, number: balanceNumber, holderId: from }, -amount);
      if (!isBurn) projection.addBalance({ tokenId, number: balanceNumber, holderId: to }, amount);
    }
    if (number === undefined) continue;
    const nft = { owner_id: form === "erc721" ? to : null, form: TRANSFER_FORMS.indexOf(form) };
    projection.setNft({ tokenId, number: toAmount(number) }, { ...nft, minted_position: position });
  }
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
