import { toHex } from "../../../avalanche/codec/bytes";
import { ZERO_ADDRESS } from "../../../avalanche/evm-address";
import { findAddressId } from "../../../store/queries/evm/address";
import { countRows } from "../../../store/queries/evm/audit";
import {
  listBalances,
  listDistrusted,
  listMovements,
  listTokens,
  listWrappers,
  listWraps,
  type Movement,
  type Part,
} from "../../../store/queries/evm/audit-tokens";
import { amountOf, NO_TOKEN_NUMBER, TRANSFER_FORMS } from "../../../store/rows/columns";
import { type CheckResult, DifferenceCounter, leftOut } from "../../audit/check-result";
import { type AuditContext, countParts, ROWS_PER_PAGE, readPages } from "./context";

const MOST_PARTS = 1_024;
const ERC20 = TRANSFER_FORMS.indexOf("erc20");

/** Sums over the movements of a token. */
interface TokenSums {
  transfers: number;
  holders: number;
  supply: bigint;
}

/**
 * Checks every balance against the movements, and every token against its balances. One part of the holders at a time,
 * so that memory stays bounded.
 */
export async function auditHoldings(context: AuditContext): Promise<CheckResult[]> {
  const { db, partial, signal, onProgress } = context;
  if (partial) {
    const why = "they follow from transfers only once every block is counted";
    return [leftOut("holdings", why), leftOut("tokens", why)];
  }
  const holdings = new DifferenceCounter();
  const distrusted = new Set(await listDistrusted(db));
  const stored = await countRows(db, "token_balance");
  const parts = countParts(stored, MOST_PARTS);
  const audit: HoldingContext = {
    ...context,
    distrusted,
    zeroId: await findAddressId(db, ZERO_ADDRESS),
    tokens: new Map<number, TokenSums>(),
    wrappers: new Set<number>(),
  };
  for (let part = 0; part < parts && !signal.aborted; part++) {
    await comparePart(audit, { part, parts }, holdings);
    onProgress(part + 1, parts);
  }
  const why = `balances of ${distrusted.size} tokens, which only the node knows`;
  return [
    holdings.result("holdings", `${stored} balances`, distrusted.size > 0 ? { leftOut: why } : {}),
    await auditTokens(audit),
  ];
}

interface HoldingContext extends AuditContext {
  /** Tokens whose events do not add up to what their holders have. */
  distrusted: ReadonlySet<number>;
  /** Number of the zero address, which mints and burns name. */
  zeroId: number | undefined;
  tokens: Map<number, TokenSums>;
  /** Tokens with wraps. */
  wrappers: Set<number>;
}

async function comparePart(context: HoldingContext, part: Part, counter: DifferenceCounter): Promise<void> {
  const { db, signal, distrusted } = context;
  const sums = await sumPart(context, part);
  const read = (after: Parameters<typeof listBalances>[2]["after"]) =>
    listBalances(db, part, { after, limit: ROWS_PER_PAGE });
  const start = { token_id: -1, holder_id: -1, token_number: NO_TOKEN_NUMBER };
  for await (const page of readPages(read, { start, keyOf: (row) => row, signal })) {
    for (const { token_id, holder_id, token_number, balance } of page) {
      const name = balanceName(token_id, holder_id, token_number);
      const expected = sums.get(name);
      sums.delete(name);
      if (distrusted.has(token_id)) continue;
      const amount = amountOf(balance);
      if (expected !== amount)
        counter.add(
          `token_balance ${name} balance: stored ${amount}, ${expected === undefined ? "nothing moved" : `moved ${expected}`}`,
        );
      if (token_number.length > 0) continue;
      const token = sumsOf(context, token_id);
      token.supply += expected ?? 0n;
      if ((expected ?? 0n) > 0n) token.holders += 1;
    }
  }
  if (signal.aborted) return;
  for (const [name, moved] of sums) {
    if (!distrusted.has(Number(name.split("/")[0])))
      counter.add(`token_balance ${name}: stored none, moved ${moved}`);
  }
}

/** Balances of the part's holders as the movements make them, by `nameOf`. */
async function sumPart(context: HoldingContext, part: Part): Promise<Map<string, bigint>> {
  const { db, signal, zeroId } = context;
  const sums = new Map<string, bigint>();
  const isOfPart = (id: number) => id !== zeroId && id % part.parts === part.part;
  const add = (token: number, holder: number, number: Uint8Array, amount: bigint) => {
    if (!isOfPart(holder)) return;
    const name = balanceName(token, holder, number);
    sums.set(name, (sums.get(name) ?? 0n) + amount);
  };
  const move = ({ token_id, from_id, to_id, form, token_number, value }: Movement) => {
    const amount = amountOf(value);
    const numbers = form === ERC20 ? [NO_TOKEN_NUMBER] : [token_number ?? NO_TOKEN_NUMBER, NO_TOKEN_NUMBER];
    for (const number of numbers) {
      add(token_id, from_id, number, -amount);
      add(token_id, to_id, number, amount);
    }
    if (from_id % part.parts === part.part) sumsOf(context, token_id).transfers += 1;
  };
  const movements = (after: Parameters<typeof listMovements>[2]["after"]) =>
    listMovements(db, part, { after, limit: ROWS_PER_PAGE });
  const start = { position: -1, log_index: -1, item: -1 };
  for await (const page of readPages(movements, { start, keyOf: (row) => row, signal })) page.forEach(move);
  const wraps = (after: Parameters<typeof listWraps>[2]["after"]) =>
    listWraps(db, part, { after, limit: ROWS_PER_PAGE });
  for await (const page of readPages(wraps, { start, keyOf: (row) => row, signal })) {
    for (const { token_id, holder_id, wrapped, value } of page) {
      sumsOf(context, token_id);
      context.wrappers.add(token_id);
      add(token_id, holder_id, NO_TOKEN_NUMBER, wrapped ? amountOf(value) : -amountOf(value));
    }
  }
  return sums;
}

async function auditTokens({
  db,
  signal,
  tokens,
  distrusted,
  wrappers,
}: HoldingContext): Promise<CheckResult> {
  const counter = new DifferenceCounter();
  const left = new Set(tokens.keys());
  let compared = 0;
  const read = (after: number) => listTokens(db, { after, limit: ROWS_PER_PAGE });
  for await (const page of readPages(read, { start: -1, keyOf: ({ token_id }) => token_id, signal })) {
    for (const { token_id, transfers, holders, supply } of page) {
      compared += 1;
      left.delete(token_id);
      const expected = tokens.get(token_id) ?? { transfers: 0, holders: 0, supply: 0n };
      const stored = { transfers, holders, supply: amountOf(supply) };
      const fields = distrusted.has(token_id)
        ? (["transfers"] as const)
        : (["transfers", "holders", "supply"] as const);
      for (const field of fields)
        if (stored[field] !== expected[field])
          counter.add(`token ${token_id} ${field}: stored ${stored[field]}, expected ${expected[field]}`);
    }
  }
  if (signal.aborted) return counter.result("tokens", `${compared} tokens`);
  for (const id of left) counter.add(`token ${id}: stored none, expected a row`);
  const stored = new Map((await listWrappers(db)).map((row) => [row.address_id, row.wraps_coin]));
  for (const id of new Set([...stored.keys(), ...wrappers])) {
    const mine = stored.get(id) ?? false;
    const expected = wrappers.has(id);
    if (mine !== expected) counter.add(`contract ${id} wraps_coin: stored ${mine}, expected ${expected}`);
  }
  return counter.result("tokens", `${compared} tokens`);
}

function sumsOf({ tokens }: HoldingContext, tokenId: number): TokenSums {
  const known = tokens.get(tokenId);
  if (known) return known;
  const sums = { transfers: 0, holders: 0, supply: 0n };
  tokens.set(tokenId, sums);
  return sums;
}

/** Names a balance in differences by token, holder, and the NFT's number, if any. */
function balanceName(token: number, holder: number, number: Uint8Array): string {
  return number.length === 0 ? `${token}/${holder}` : `${token}/${holder}/${toHex(number)}`;
}
