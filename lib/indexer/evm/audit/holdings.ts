import { toHex } from "../../../avalanche/codec/bytes";
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
import { type Finding, Tally } from "../../audit/audit";
import { type Audited, pages, partsFor, ROWS_PER_PAGE } from "./walk";

const NOBODY = new Uint8Array(20);
const MOST_PARTS = 1_024;
const ERC20 = TRANSFER_FORMS.indexOf("erc20");

/** What the movements of a token add up to. */
interface TokenSums {
  transfers: number;
  holders: number;
  supply: bigint;
}

/**
 * Every balance against the movements that make it, and every token against its balances: of one part of the holders
 * after the other, so that memory stays bounded.
 */
export async function auditHoldings(audited: Audited): Promise<Finding[]> {
  const { db, signal, onProgress } = audited;
  const holdings = new Tally();
  const distrusted = new Set(await listDistrusted(db));
  const stored = await countRows(db, "token_balance");
  const parts = partsFor(stored, MOST_PARTS);
  const audit = {
    ...audited,
    distrusted,
    zero: await findAddressId(db, NOBODY),
    tokens: new Map<number, TokenSums>(),
    wrappers: new Set<number>(),
  };
  for (let part = 0; part < parts && !signal.aborted; part++) {
    await comparePart(audit, { part, parts }, holdings);
    onProgress(part + 1, parts);
  }
  const why = `balances of ${distrusted.size} tokens, which only the node knows`;
  return [
    holdings.finding("holdings", `${stored} balances`, distrusted.size > 0 ? { leftOut: why } : {}),
    await auditTokens(audit),
  ];
}

interface HoldingAudit extends Audited {
  /** Tokens whose events don't tell what their holders have. */
  distrusted: ReadonlySet<number>;
  /** Number of the address that tokens come from and go to. */
  zero: number | undefined;
  tokens: Map<number, TokenSums>;
  /** Tokens that wrapped coin, or gave it back. */
  wrappers: Set<number>;
}

async function comparePart(audit: HoldingAudit, part: Part, tally: Tally): Promise<void> {
  const { db, signal, distrusted } = audit;
  const sums = await sumPart(audit, part);
  const read = (after: Parameters<typeof listBalances>[2]["after"]) =>
    listBalances(db, part, { after, limit: ROWS_PER_PAGE });
  const start = { token_id: -1, holder_id: -1, token_number: NO_TOKEN_NUMBER };
  for await (const page of pages(read, { start, keyOf: (row) => row, signal })) {
    for (const { token_id, holder_id, token_number, balance } of page) {
      const name = nameOf(token_id, holder_id, token_number);
      const made = sums.get(name);
      sums.delete(name);
      if (distrusted.has(token_id)) continue;
      const amount = amountOf(balance);
      if (made !== amount)
        tally.add(
          `token_balance ${name} balance: stored ${amount}, ${made === undefined ? "nothing moved" : `moved ${made}`}`,
        );
      if (token_number.length > 0) continue;
      const token = tokenOf(audit, token_id);
      token.supply += made ?? 0n;
      if ((made ?? 0n) > 0n) token.holders += 1;
    }
  }
  if (signal.aborted) return;
  for (const [name, moved] of sums) {
    if (!distrusted.has(Number(name.split("/")[0])))
      tally.add(`token_balance ${name}: stored none, moved ${moved}`);
  }
}

/** Balances of the part's holders, as movements make them, by `nameOf`. */
async function sumPart(audit: HoldingAudit, part: Part): Promise<Map<string, bigint>> {
  const { db, signal, zero } = audit;
  const sums = new Map<string, bigint>();
  const isOfPart = (id: number) => id !== zero && id % part.parts === part.part;
  const add = (token: number, holder: number, number: Uint8Array, amount: bigint) => {
    if (!isOfPart(holder)) return;
    const name = nameOf(token, holder, number);
    sums.set(name, (sums.get(name) ?? 0n) + amount);
  };
  const move = ({ token_id, from_id, to_id, form, token_number, value }: Movement) => {
    const amount = amountOf(value);
    const numbers = form === ERC20 ? [NO_TOKEN_NUMBER] : [token_number ?? NO_TOKEN_NUMBER, NO_TOKEN_NUMBER];
    for (const number of numbers) {
      add(token_id, from_id, number, -amount);
      add(token_id, to_id, number, amount);
    }
    if (from_id % part.parts === part.part) tokenOf(audit, token_id).transfers += 1;
  };
  const movements = (after: Parameters<typeof listMovements>[2]["after"]) =>
    listMovements(db, part, { after, limit: ROWS_PER_PAGE });
  const start = { position: -1, log_index: -1, item: -1 };
  for await (const page of pages(movements, { start, keyOf: (row) => row, signal })) page.forEach(move);
  const wraps = (after: Parameters<typeof listWraps>[2]["after"]) =>
    listWraps(db, part, { after, limit: ROWS_PER_PAGE });
  for await (const page of pages(wraps, { start, keyOf: (row) => row, signal })) {
    for (const { token_id, holder_id, wrapped, value } of page) {
      tokenOf(audit, token_id);
      audit.wrappers.add(token_id);
      add(token_id, holder_id, NO_TOKEN_NUMBER, wrapped ? amountOf(value) : -amountOf(value));
    }
  }
  return sums;
}

async function auditTokens({ db, signal, tokens, distrusted, wrappers }: HoldingAudit): Promise<Finding> {
  const tally = new Tally();
  const left = new Set(tokens.keys());
  let compared = 0;
  const read = (after: number) => listTokens(db, { after, limit: ROWS_PER_PAGE });
  for await (const page of pages(read, { start: -1, keyOf: ({ token_id }) => token_id, signal })) {
    for (const { token_id, transfers, holders, supply } of page) {
      compared += 1;
      left.delete(token_id);
      const made = tokens.get(token_id) ?? { transfers: 0, holders: 0, supply: 0n };
      const stored = { transfers, holders, supply: amountOf(supply) };
      const fields = distrusted.has(token_id)
        ? (["transfers"] as const)
        : (["transfers", "holders", "supply"] as const);
      for (const field of fields)
        if (stored[field] !== made[field])
          tally.add(`token ${token_id} ${field}: stored ${stored[field]}, made anew ${made[field]}`);
    }
  }
  if (signal.aborted) return tally.finding("tokens", `${compared} tokens`);
  for (const id of left) tally.add(`token ${id}: stored none, made anew a row`);
  const stored = new Map((await listWrappers(db)).map((row) => [row.address_id, row.wraps_coin]));
  for (const id of new Set([...stored.keys(), ...wrappers])) {
    const [mine, made] = [stored.get(id) ?? false, wrappers.has(id)];
    if (mine !== made) tally.add(`contract ${id} wraps_coin: stored ${mine}, made anew ${made}`);
  }
  return tally.finding("tokens", `${compared} tokens`);
}

function tokenOf({ tokens }: HoldingAudit, tokenId: number): TokenSums {
  const known = tokens.get(tokenId);
  if (known) return known;
  const sums = { transfers: 0, holders: 0, supply: 0n };
  tokens.set(tokenId, sums);
  return sums;
}

/** Token, holder, and which one of the token, as differences name them. */
function nameOf(token: number, holder: number, number: Uint8Array): string {
  return number.length === 0 ? `${token}/${holder}` : `${token}/${holder}/${toHex(number)}`;
}
