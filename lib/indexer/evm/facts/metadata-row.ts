import {
  cleanText,
  LONGEST_DOCUMENT,
  type ReadMetadata,
  readMetadata,
  readTokenUri,
  substituteTokenId,
} from "../../../avalanche/evm/nft-metadata";
import { isZeroAddress } from "../../../avalanche/evm/transfers";
import type { MediaAnswer } from "../../../client/media";
import type { NftToRead } from "../../../store/queries/evm/nft-metadata";
import { amountOf, TRANSFER_FORMS } from "../../../store/rows/columns";
import type { NftMetadataTable } from "../../../store/tables/evm/nfts";

type Row = NftMetadataTable;

/** A contract's answer for a token's URI. "nothing": the call failed; "unanswered": the node has no answer. */
export type UriAnswer = { text: string } | "nothing" | "too long" | "unanswered";

/** Failures after which a token is no longer tried, unless its contract announces a change. */
const MOST_ATTEMPTS = 7;
const FIRST_DELAY_MS = 60_000;
const LONGEST_DELAY_MS = 24 * 60 * 60_000;
const LONGEST_NODE_DELAY_MS = 60 * 60_000;

/** The row of a token of which nothing is known. */
export function unreadMetadata(nftId: number, attempts = 0): Row {
  return {
    nft_id: nftId,
    status: "UNINDEXED",
    token_uri: null,
    metadata: null,
    document: null,
    updated_at: null,
    attempts,
    next_from: "contract",
    due_at_ms: null,
  };
}

/** The row after its contract was asked. `before` is the stored row, if any. */
export function afterContract(
  nft: NftToRead,
  before: Row | undefined,
  { answer, nowMs }: { answer: UriAnswer; nowMs: number },
): Row {
  const row = before ?? unreadMetadata(nft.id);
  if (answer === "too long")
    return finished(row, { status: "METADATA_CONTENT_TOO_LARGE" }, { uri: null, nowMs });
  if (answer === "unanswered") {
    const attempts = row.attempts + 1;
    return { ...row, attempts, next_from: "contract", due_at_ms: nowMs + nodeDelayMs(attempts) };
  }
  if (answer === "nothing") {
    const isBurned = nft.owner !== null && isZeroAddress(nft.owner);
    return isBurned
      ? finished(row, { status: "MISSING_TOKEN" }, { uri: null, nowMs })
      : retryContract(unreadMetadata(nft.id, row.attempts), { failure: "INVALID_TOKEN_URI", nowMs });
  }
  const uri = uriOf(nft, answer.text);
  if (uri.length > LONGEST_DOCUMENT) {
    return finished(row, { status: "METADATA_CONTENT_TOO_LARGE" }, { uri: null, nowMs });
  }
  const read = readTokenUri(uri);
  if ("fault" in read) return finished(row, { status: read.fault }, { uri, nowMs });
  if (read.scheme === "data") return finished(row, documentOf(nft, read.document), { uri, nowMs });
  const due = { next_from: read.scheme, due_at_ms: nowMs, attempts: 0 };
  // Metadata of the same URI stays valid until it is read again.
  if (row.token_uri === uri && row.metadata !== null) return { ...row, ...due };
  return { ...unreadMetadata(nft.id), token_uri: uri, ...due };
}

/** The row after its URI was fetched. */
export function afterFetch(
  nft: NftToRead,
  row: Row,
  { answer, nowMs }: { answer: MediaAnswer; nowMs: number },
): Row {
  const uri = row.token_uri;
  if ("document" in answer) {
    const read = finished(row, documentOf(nft, answer.document), { uri, nowMs });
    return read.metadata === null ? read : { ...read, document: new TextDecoder().decode(answer.document) };
  }
  if (answer.fault === "METADATA_CONTENT_TOO_LARGE") {
    return finished(row, { status: answer.fault }, { uri, nowMs });
  }
  const attempts = row.attempts + 1;
  if (attempts >= MOST_ATTEMPTS) return finished(row, { status: answer.fault }, { uri, nowMs });
  const status = row.metadata === null ? answer.fault : row.status;
  return { ...row, status, attempts, due_at_ms: nowMs + delayMs(attempts) };
}

/** A row that needs no further reading: its metadata was read, or cannot be. */
function finished(
  { nft_id }: Row,
  read: ReadMetadata | { status: Row["status"] },
  { uri, nowMs }: { uri: string | null; nowMs: number },
): Row {
  const row = { ...unreadMetadata(nft_id), status: read.status, token_uri: uri };
  if (!("metadata" in read)) return row;
  return { ...row, metadata: JSON.stringify(read.metadata), updated_at: Math.floor(nowMs / 1000) };
}

/** A contract without a URI may have one later, when the collection is revealed. */
function retryContract(row: Row, { failure, nowMs }: { failure: Row["status"]; nowMs: number }): Row {
  const attempts = row.attempts + 1;
  if (attempts >= MOST_ATTEMPTS) return { ...unreadMetadata(row.nft_id, attempts), status: failure };
  return { ...row, status: failure, attempts, next_from: "contract", due_at_ms: nowMs + delayMs(attempts) };
}

/** A node without an answer is asked until it has one. */
function nodeDelayMs(attempts: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_NODE_DELAY_MS);
}

function delayMs(attempts: number): number {
  return Math.min(FIRST_DELAY_MS * 4 ** (attempts - 1), LONGEST_DELAY_MS);
}

const ERC1155 = TRANSFER_FORMS.indexOf("erc1155");

function uriOf({ form, token_number }: NftToRead, text: string): string {
  const uri = cleanText(text).replaceAll(/[\n\t]/g, "");
  return form === ERC1155 ? substituteTokenId(uri, amountOf(token_number)) : uri;
}

function documentOf({ form, token_number }: NftToRead, document: Uint8Array): ReadMetadata {
  return readMetadata(document, form === ERC1155 ? amountOf(token_number) : undefined);
}
