import type { EvmDb } from "../../db";
import { amountColumn, NO_TOKEN_NUMBER } from "../../rows/columns";
import { isNotEmpty } from "../../sql/expressions";

/** Rows looked at for one count: a few milliseconds. Balances that are zero now stay as rows. */
const MOST_ROWS = 2_000;
const NOTHING = amountColumn(0n);

/** Counts up to a limit; undefined where they would take too long, or where transfers do not give balances. */
export interface HeldCounts {
  tokens: number | undefined;
  nfts: number | undefined;
}

/** How many ERC-20 tokens and how many NFTs an address holds, each up to `countTo`. */
export async function countHeld(
  db: EvmDb,
  holderId: number,
  { standard, countTo }: { standard: number; countTo: number },
): Promise<HeldCounts> {
  const held = db.selectFrom("token_balance").where("holder_id", "=", holderId).limit(MOST_ROWS);
  const tokens = await held
    .innerJoin("contract", "contract.address_id", "token_balance.token_id")
    .select(["balance", "asks_node as asksNode"])
    .where("token_number", "=", NO_TOKEN_NUMBER)
    .where("standard", "=", standard)
    .execute();
  const nfts = await held.select("balance").where(isNotEmpty("token_number")).execute();
  return {
    tokens: tokens.some(({ asksNode }) => asksNode) ? undefined : countSome(tokens, countTo),
    nfts: countSome(nfts, countTo),
  };
}

function countSome(rows: readonly { balance: Uint8Array }[], countTo: number): number | undefined {
  const count = rows.filter(({ balance }) => balance.length > NOTHING.length).length;
  if (count >= countTo) return countTo;
  return rows.length < MOST_ROWS ? count : undefined;
}
