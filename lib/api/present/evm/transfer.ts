import type { z } from "zod";
import { toHex } from "../../../avalanche/codec/bytes";
import type {
  erc20Transfer,
  erc20TransferDetails,
  erc721Transfer,
  erc721TransferDetails,
  erc1155Transfer,
  erc1155TransferDetails,
} from "../../../contract/data/evm-tokens";
import { amountOf, TRANSFER_FORMS } from "../../../store/rows/columns";
import type { TokenTransferTable } from "../../../store/tables/evm/tokens";
import { nftKey, presentErc20, presentErc721, presentErc1155 } from "./token";
import { type EvmRows, partyOf, presentPlace, transactionAt } from "./transaction";

type Details =
  | { form: "erc20"; transfer: z.infer<typeof erc20TransferDetails> }
  | { form: "erc721"; transfer: z.infer<typeof erc721TransferDetails> }
  | { form: "erc1155"; transfer: z.infer<typeof erc1155TransferDetails> };

/** A token transfer, without its block and transaction. */
export function presentTransfer(rows: EvmRows, row: TokenTransferTable): Details {
  const parties = {
    from: partyOf(rows, row.from_id),
    to: partyOf(rows, row.to_id),
    logIndex: row.log_index,
  };
  const contract = rows.parties.get(row.token_id);
  const number = row.token_number;
  const texts = number === null ? undefined : rows.nfts.get(nftKey(row.token_id, number));
  const nft = { contract, number, texts };
  const value = String(amountOf(row.value));
  const form = TRANSFER_FORMS[row.form] ?? "erc20";
  if (form === "erc721")
    return { form, transfer: { erc721Token: presentErc721(nft, rows.terms), ...parties } };
  if (form === "erc1155")
    return { form, transfer: { value, erc1155Token: presentErc1155(nft, rows.terms), ...parties } };
  return { form, transfer: { value, erc20Token: presentErc20(contract, rows.terms), ...parties } };
}

/** A token transfer as an item of a list. */
export function presentPlacedTransfer(
  rows: EvmRows,
  row: TokenTransferTable,
): z.infer<typeof erc20Transfer> | z.infer<typeof erc721Transfer> | z.infer<typeof erc1155Transfer> {
  const place = {
    txHash: toHex(transactionAt(rows, row.position).hash),
    ...presentPlace(rows, row.position),
  };
  const details = presentTransfer(rows, row);
  if (details.form === "erc20") return { ...place, ...details.transfer };
  if (details.form === "erc721") return { ...place, ...details.transfer };
  return { ...place, ...details.transfer };
}

/** Token transfers by kind; empty kinds are left out. */
export function presentTransfers(rows: EvmRows, transfers: readonly TokenTransferTable[]) {
  const all = transfers.map((row) => presentTransfer(rows, row));
  const erc20Transfers = all.flatMap((each) => (each.form === "erc20" ? [each.transfer] : []));
  const erc721Transfers = all.flatMap((each) => (each.form === "erc721" ? [each.transfer] : []));
  const erc1155Transfers = all.flatMap((each) => (each.form === "erc1155" ? [each.transfer] : []));
  return {
    ...(erc20Transfers.length === 0 ? {} : { erc20Transfers }),
    ...(erc721Transfers.length === 0 ? {} : { erc721Transfers }),
    ...(erc1155Transfers.length === 0 ? {} : { erc1155Transfers }),
  };
}
