import { attributesIn } from "../../../store/nfts/nft-attributes";
import {
  listAttributes,
  listCollections,
  listReadMetadata,
  nextCollection,
} from "../../../store/queries/evm/audit-nfts";
import { type Finding, Tally } from "../../audit/audit";
import { type Audited, pages, ROWS_PER_PAGE } from "./walk";

/** What metadata that are stored say of tokens. */
interface Counted {
  tokensRead: number;
  /** Tokens by name and value, as JSON. */
  attributes: Map<string, number>;
}

/** How many tokens of each collection say what of themselves, against their metadata, one collection after the other. */
export async function auditAttributes({ db, signal }: Audited): Promise<Finding> {
  const tally = new Tally();
  const stored = new Map((await listCollections(db)).map((row) => [row.token_id, row.tokens_read]));
  let collections = 0;
  for (let id = await nextCollection(db, -1); id !== undefined; id = await nextCollection(db, id)) {
    if (signal.aborted) break;
    const { tokensRead, attributes } = await countAgain(db, id, { signal, tally });
    if (signal.aborted) break;
    if ((stored.get(id) ?? 0) !== tokensRead)
      tally.add(
        `nft_collection ${id} tokens_read: stored ${stored.get(id) ?? "none"}, made anew ${tokensRead}`,
      );
    stored.delete(id);
    collections += 1;
    for (const { name, value, tokens } of await listAttributes(db, id)) {
      const key = JSON.stringify([name, value]);
      const made = attributes.get(key);
      attributes.delete(key);
      const row = `nft_attribute ${id}/${name}/${value}`;
      if (made === undefined) tally.add(`${row}: stored a row, made anew none`);
      else if (made !== tokens) tally.add(`${row} tokens: stored ${tokens}, made anew ${made}`);
    }
    for (const key of attributes.keys()) {
      const [name, value] = JSON.parse(key) as [string, string];
      tally.add(`nft_attribute ${id}/${name}/${value}: stored none, made anew a row`);
    }
  }
  if (!signal.aborted)
    for (const id of stored.keys()) tally.add(`nft_collection ${id}: stored a row, made anew none`);
  return tally.finding("NFT attributes", `${collections} collections`);
}

async function countAgain(
  db: Audited["db"],
  tokenId: number,
  { signal, tally }: { signal: AbortSignal; tally: Tally },
): Promise<Counted> {
  const counted: Counted = { tokensRead: 0, attributes: new Map() };
  const read = (after: Uint8Array) => listReadMetadata(db, tokenId, { after, limit: ROWS_PER_PAGE });
  const start = new Uint8Array();
  for await (const page of pages(read, { start, keyOf: ({ token_number }) => token_number, signal })) {
    for (const { nft_id, metadata } of page) {
      counted.tokensRead += 1;
      try {
        for (const [key] of attributesIn(metadata))
          counted.attributes.set(key, (counted.attributes.get(key) ?? 0) + 1);
      } catch {
        tally.add(`nft_metadata ${nft_id} metadata: stored what is no JSON`);
      }
    }
  }
  return counted;
}
