import { isZeroAddress, type TokenTransfer } from "../../avalanche/evm/transfers";
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
  const standard = projection.standardOf(tokenId);
  const { form, number, value } = standardForm(transfer, standard);
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

  projection.figures.meet(from, to);
  const isBurn = isZeroAddress(transfer.to);
  projection.countTransfer(tokenId, {
    contract: token,
    holder: isBurn ? transfer.from : transfer.to,
    settles: !isBurn && !isZeroAddress(transfer.from),
  });
  // What speaks of amounts and of single tokens in turn holds neither as its events say.
  if (standard !== NO_STANDARD && standard !== STANDARD_OF[form]) projection.distrust(tokenId);

  const amount = quantityToBigint(value);
  const what = { tokenId, number: number === undefined ? NO_TOKEN_NUMBER : toAmount(number) };
  const move = (key: typeof what) => {
    if (!isZeroAddress(transfer.from)) projection.addBalance({ ...key, holderId: from }, -amount);
    if (!isZeroAddress(transfer.to)) projection.addBalance({ ...key, holderId: to }, amount);
  };
  move(what);
  if (form !== "erc20") move({ tokenId, number: NO_TOKEN_NUMBER });
  if (form !== "erc20") {
    projection.setNft(what, {
      owner_id: form === "erc721" ? to : null,
      form: TRANSFER_FORMS.indexOf(form),
      minted_position: position,
    });
  }
}

const NO_STANDARD = TOKEN_STANDARDS.indexOf("UNKNOWN");
const STANDARD_OF = {
  erc20: TOKEN_STANDARDS.indexOf("ERC-20"),
  erc721: TOKEN_STANDARDS.indexOf("ERC-721"),
  erc1155: TOKEN_STANDARDS.indexOf("ERC-1155"),
} as const;

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
