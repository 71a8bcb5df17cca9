import { attributesIn } from "../../../store/nfts/nft-attributes";
import {
  listAttributes,
  listCollections,
  listReadMetadata,
  nextCollection,
} from "../../../store/queries/evm/audit-nfts";
import { type CheckResult, DifferenceCounter } from "../../audit/check-result";
import { type AuditContext, ROWS_PER_PAGE, readPages } from "./context";

/** Counts over the stored metadata of one collection. */
interface Counted {
  tokensRead: number;
  /** Number of tokens by name and value (as JSON). */
  attributes: Map<string, number>;
}

/** Checks the counts of tokens and attributes against the stored metadata, one collection after the other. */
export async function auditAttributes({ db, signal }: AuditContext): Promise<CheckResult> {
  const counter = new DifferenceCounter();
  const stored = new Map((await listCollections(db)).map((row) => [row.token_id, row.tokens_read]));
  let collections = 0;
  for (let id = await nextCollection(db, -1); id !== undefined; id = await nextCollection(db, id)) {
    if (signal.aborted) break;
    const { tokensRead, attributes } = await countAttributes(db, id, { signal, counter });
    if (signal.aborted) break;
    if ((stored.get(id) ?? 0) !== tokensRead)
      counter.add(
        `nft_collection ${id} tokens_read: stored ${stored.get(id) ?? "none"}, expected ${tokensRead}`,
      );
    stored.delete(id);
    collections += 1;
    for (const { name, value, tokens } of await listAttributes(db, id)) {
      const key = JSON.stringify([name, value]);
      const expected = attributes.get(key);
      attributes.delete(key);
      const row = `nft_attribute ${id}/${name}/${value}`;
      if (expected === undefined) counter.add(`${row}: stored a row, expected none`);
      else if (expected !== tokens) counter.add(`${row} tokens: stored ${tokens}, expected ${expected}`);
    }
    for (const key of attributes.keys()) {
      const [name, value] = JSON.parse(key) as [string, string];
      counter.add(`nft_attribute ${id}/${name}/${value}: stored none, expected a row`);
    }
  }
  if (!signal.aborted)
    for (const id of stored.keys()) counter.add(`nft_collection ${id}: stored a row, expected none`);
  return counter.result("NFT attributes", `${collections} collections`);
}

async function countAttributes(
  db: AuditContext["db"],
  tokenId: number,
  { signal, counter }: { signal: AbortSignal; counter: DifferenceCounter },
): Promise<Counted> {
  const counted: Counted = { tokensRead: 0, attributes: new Map() };
  const read = (after: Uint8Array) => listReadMetadata(db, tokenId, { after, limit: ROWS_PER_PAGE });
  const start = new Uint8Array();
  for await (const page of readPages(read, { start, keyOf: ({ token_number }) => token_number, signal })) {
    for (const { nft_id, metadata } of page) {
      counted.tokensRead += 1;
      try {
        for (const [key] of attributesIn(metadata))
          counted.attributes.set(key, (counted.attributes.get(key) ?? 0) + 1);
      } catch {
        counter.add(`nft_metadata ${nft_id} metadata: stored text is not JSON`);
      }
    }
  }
  return counted;
}
