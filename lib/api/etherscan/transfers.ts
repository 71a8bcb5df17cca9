import type { z } from "zod";
import type { Actions } from "../../contract/etherscan/actions";
import type { EtherscanAnswer } from "../../contract/etherscan/answers";
import { InputError } from "../../errors";
import type { ActivityCursor } from "../../store/queries/evm/activity";
import { findAddressId } from "../../store/queries/evm/address";
import { TRANSFER_FORMS } from "../../store/rows/columns";
import type { TokenTransferTable } from "../../store/tables/evm/tokens";
import { addressOf, openAddressItems } from "../evm/address-page";
import { loadEvmRows, readEvents } from "../evm/rows";
import type { EvmContext } from "../handler";
import { cursorAfter } from "../page/evm-page";
import { presentTransfer } from "../present/evm/etherscan";
import { ROWS_PER_TURN } from "../snapshot/yield-turn";
import { answerList, inGroups, type ListPage, presentedWith } from "./lists";
import type { Asked } from "./module";

type Form = (typeof TRANSFER_FORMS)[number];
type Query = z.output<Actions["account"]["tokentx"]>;

/** Transfers of tokens of one standard: of an account, of a token, or of a token by an account. */
export function listTokenTransfers(asked: Asked, form: Form, query: Query): Promise<EtherscanAnswer> {
  return answerList(asked, query, async (page) => {
    const { context, yieldTurn } = page;
    const found = await findTransfers(page, form, query);
    const items = await inGroups(found, yieldTurn, async (transfers) => {
      const presented = await presentedWith(context, await loadEvmRows(context, { transfers }));
      return transfers.map((row) => presentTransfer(presented, row));
    });
    return { items };
  });
}

/** Most transfers that are looked at for those of one token. */
const MOST_SEEN = 100_000;

/** Walks the list of the account, or of the token, to the end of the page, and keeps what is meant. */
async function findTransfers(
  { context, range, order, part, yieldTurn }: ListPage,
  form: Form,
  { address, contractaddress }: Query,
): Promise<TokenTransferTable[]> {
  const list = await openAddressItems(context, ...whoseList(form, { address, contractaddress }));
  const isMeant = await openFilter(context, form, contractaddress);
  const end = part.skip + part.limit;
  const found: TokenTransferTable[] = [];
  let after: ActivityCursor | undefined;
  for (let seen = 0; found.length < end; seen += ROWS_PER_TURN) {
    if (seen >= MOST_SEEN) throw tooRare();
    const limit = Math.min(ROWS_PER_TURN, contractaddress === undefined ? end - found.length : ROWS_PER_TURN);
    const items = await list.read({ range, order, after, limit, groupBy: list.groupBy });
    found.push(...(await readEvents(context, items)).filter(isMeant));
    const last = items.at(-1);
    if (last === undefined || items.length < limit) break;
    after = cursorAfter(items, last, { groupBy: list.groupBy, after });
    await yieldTurn();
  }
  return found.slice(part.skip, end);
}

/** @throws InputError BAD_PARAMETER if neither is given */
function whoseList(
  form: Form,
  { address, contractaddress }: Pick<Query, "address" | "contractaddress">,
): [Form | "token", string] {
  if (address !== undefined) return [form, address];
  if (contractaddress !== undefined) return ["token", contractaddress];
  throw new InputError("BAD_PARAMETER", "address, contractaddress or both must be given");
}

async function openFilter(
  { db }: EvmContext,
  form: Form,
  contract: string | undefined,
): Promise<(row: TokenTransferTable) => boolean> {
  const code = TRANSFER_FORMS.indexOf(form);
  const tokenId = contract === undefined ? undefined : await findAddressId(db, addressOf(contract));
  return (row) => row.form === code && (contract === undefined || row.token_id === tokenId);
}

function tooRare(): InputError {
  return new InputError("BAD_PARAMETER", `none of ${MOST_SEEN} more transfers completes this page`, {
    hint: "narrow the list with startblock and endblock",
  });
}
