import type { TokenTransfer } from "../../avalanche/evm/transfers";
import { quantityToBigint } from "../../avalanche/rlp";
import {
  ACTIVITY,
  eventItem,
  NO_TOKEN_NUMBER,
  TOKEN_STANDARDS,
  TRANSFER_FORMS,
  toAmount,
} from "../../store/columns";
import type { EvmProjection } from "./projection";

interface SeenTransfer {
  position: number;
  logIndex: number;
  /** The contract that wrote the event. */
  token: Uint8Array;
  transfer: TokenTransfer;
}

/** Rows of one movement of tokens: the transfer itself, both parties' lists, the token's, and what it leaves with whom. */
export function projectTransfer(
  projection: EvmProjection,
  { position, logIndex, token, transfer }: SeenTransfer,
): void {
  const tokenId = projection.addressId(token);
  const { form, number, value } = standardForm(transfer, projection.standardOf(tokenId));
  const [from, to] = [projection.addressId(transfer.from), projection.addressId(transfer.to)];
  const item = eventItem(logIndex, transfer.item);
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
  for (const id of new Set([from, to])) projection.addActivity(id, ACTIVITY[form], position, item);

  const amount = quantityToBigint(value);
  const what = { tokenId, number: number === undefined ? NO_TOKEN_NUMBER : toAmount(number) };
  if (!isZero(transfer.from)) projection.addBalance({ ...what, holderId: from }, -amount);
  if (!isZero(transfer.to)) projection.addBalance({ ...what, holderId: to }, amount);
  if (form !== "erc20") {
    projection.setNft(what, {
      owner_id: form === "erc721" ? to : null,
      form: TRANSFER_FORMS.indexOf(form),
      minted_position: position,
    });
  }
}

/** An event with nothing indexed is read as the contract's standard says: the last word is an amount, or an id. */
function standardForm(
  { form, tokenId, value }: TokenTransfer,
  standard: number,
): { form: (typeof TRANSFER_FORMS)[number]; number: Uint8Array | undefined; value: Uint8Array } {
  if (form !== "unlabelled") return { form, number: tokenId, value };
  if (TOKEN_STANDARDS[standard] === "ERC-721")
    return { form: "erc721", number: value, value: Uint8Array.of(1) };
  return { form: "erc20", number: undefined, value };
}

function isZero(address: Uint8Array): boolean {
  return address.every((byte) => byte === 0);
}
