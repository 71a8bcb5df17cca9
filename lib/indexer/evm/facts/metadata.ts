import { decodeAbiParameters, encodeFunctionData, parseAbi } from "viem";
import { fromHex, toHex } from "../../../avalanche/codec/bytes";
import { LONGEST_DOCUMENT, readTokenUri } from "../../../avalanche/evm/nft-metadata";
import type { EvmClient } from "../../../client/evm";
import { isTooLong } from "../../../client/http";
import type { Media } from "../../../client/media";
import { NodeError } from "../../../errors";
import type { Log } from "../../../log";
import { commit } from "../../../store/db";
import type { Mailbox } from "../../../store/nfts/asked-nfts";
import {
  addNftMetadata,
  announceNft,
  askUnreadNftsNow,
  markUpdatedNfts,
  replaceNftMetadata,
} from "../../../store/nfts/nft-metadata";
import { listDueNfts, listUnreadNfts, type NftToRead } from "../../../store/queries/evm/nft-metadata";
import { amountOf, heightOf, TRANSFER_FORMS } from "../../../store/rows/columns";
import type { EvmStore } from "../../../store/stores";
import type { NftMetadataTable } from "../../../store/tables/evm/nfts";
import { repeatSteps } from "../../follow/idle";
import type { ReaderOptions } from "../../follow/read";
import { afterContract, afterFetch, type UriAnswer, unreadMetadata } from "./metadata-row";

export interface MetadataOptions {
  store: EvmStore;
  /** With answers limited to `URI_ANSWER_BYTES`. */
  client: Pick<EvmClient, "callContractAlone" | "getHead">;
  /** Requests to read tokens again. */
  mailbox?: Mailbox | undefined;
  /** Fetches token URIs. Absent if the operator allows none. */
  media?: Media | undefined;
  /** Unix ms. */
  now: () => number;
  sleep: ReaderOptions["sleep"];
  signal: AbortSignal;
  log: Log;
}

/** Size of an answer that holds the longest URI: hex, and the JSON around it. */
export const URI_ANSWER_BYTES = 2 * LONGEST_DOCUMENT + 4096;

/** Tokens asked for in one step, and documents fetched in one step from one kind of URI. */
const URIS_PER_STEP = 16;
const DOCUMENTS_PER_STEP = 16;
const RETRIED = "NFT metadata could not be read and will be retried";

/**
 * Reads NFT metadata beside the follower until the signal: token URIs from contracts, then the documents they name.
 * Failures are retried later and never reach the follower.
 */
export async function runMetadata(options: MetadataOptions): Promise<void> {
  const { media, store, now } = options;
  let isNew = true;
  const readDueUris = async () => {
    if (isNew) await askUnreadNftsNow(store.db, now());
    isNew = false;
    return readUris(options);
  };
  const fetching = media?.schemes.map((scheme) =>
    repeatSteps(() => fetchDocuments(options, { media, scheme }), RETRIED, options),
  );
  await Promise.all([repeatSteps(readDueUris, RETRIED, options), ...(fetching ?? [])]);
}

/** Asks for the URIs of new tokens, then of those that are due. */
async function readUris(options: MetadataOptions): Promise<boolean> {
  const { store, now, mailbox } = options;
  if (mailbox !== undefined) await takeRequests(store, mailbox);
  const marked = await markUpdatedNfts(store.db, now());
  const unread = await listUnreadNfts(store.db, URIS_PER_STEP);
  const limit = URIS_PER_STEP - unread.length;
  const due = await listDueNfts(store.db, { source: "contract", nowMs: now(), limit });
  const tokens = [...unread.map((nft) => ({ nft, row: undefined })), ...due];
  if (tokens.length === 0) return marked;
  const answers = await askContracts(
    options,
    tokens.map(({ nft }) => nft),
  );
  const read = tokens.map(({ nft, row }, i) => ({
    row,
    after: orUnreadable(options, nft, () => {
      return afterContract(nft, row, { answer: answers[i] ?? "unanswered", nowMs: now() });
    }),
  }));
  await commit(store.db, async (trx) => {
    for (const { row, after } of read) {
      if (row === undefined) await addNftMetadata(trx, after);
      else await replaceNftMetadata(trx, row, after);
    }
  });
  return true;
}

/** Handles a request like an announcement of the contract. */
async function takeRequests({ db }: EvmStore, mailbox: Mailbox): Promise<void> {
  for (const nft of await mailbox.nfts()) {
    await announceNft(db, nft);
    await mailbox.take(nft);
  }
}

/** Fetches the documents that are due from one kind of URI. */
async function fetchDocuments(
  options: MetadataOptions,
  { media, scheme }: { media: Media; scheme: Media["schemes"][number] },
): Promise<boolean> {
  const { store, now, signal } = options;
  const due = await listDueNfts(store.db, { source: scheme, nowMs: now(), limit: DOCUMENTS_PER_STEP });
  await Promise.all(
    due.map(async ({ nft, row }) => {
      const uri = readTokenUri(row.token_uri ?? "");
      if ("fault" in uri || uri.scheme === "data") return;
      const answer = await media.read(uri, signal);
      const after = orUnreadable(options, nft, () => afterFetch(nft, row, { answer, nowMs: now() }));
      await commit(store.db, (trx) => replaceNftMetadata(trx, row, after));
    }),
  );
  return due.length > 0;
}

/** @throws NodeError when the node is away */
async function askContracts(
  { client, signal }: MetadataOptions,
  nfts: readonly NftToRead[],
): Promise<UriAnswer[]> {
  // A node that is behind gives an empty answer for tokens that it does not have yet.
  const height = await client.getHead({ signal });
  let failed = false;
  const answers = await Promise.all(
    nfts.map(async (nft): Promise<UriAnswer> => {
      if (height < heightOf(nft.minted_position)) return "unanswered";
      try {
        return readText(await client.callContractAlone(nft.contract, callOf(nft), { height, signal }));
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        if (isTooLong(error)) return "too long";
        failed = true;
        return "unanswered";
      }
    }),
  );
  // If the node still answers, it fails on this token only and the others can go on.
  if (failed) await client.getHead({ signal });
  return answers;
}

const ERC1155 = TRANSFER_FORMS.indexOf("erc1155");
const FUNCTIONS = parseAbi(["function tokenURI(uint256)", "function uri(uint256)"]);

function callOf({ form, token_number }: NftToRead): Uint8Array {
  const functionName = form === ERC1155 ? "uri" : "tokenURI";
  return fromHex(encodeFunctionData({ abi: FUNCTIONS, functionName, args: [amountOf(token_number)] }));
}

function readText(answer: Uint8Array | undefined): UriAnswer {
  if (answer === undefined) return "nothing";
  try {
    const [text] = decodeAbiParameters([{ type: "string" }], toHex(answer) as `0x${string}`);
    return text === "" ? "nothing" : { text };
  } catch {
    return "nothing"; // not a string
  }
}

/** An unexpected error with one token must not stop the others. */
function orUnreadable(
  { log }: MetadataOptions,
  { id }: NftToRead,
  read: () => NftMetadataTable,
): NftMetadataTable {
  try {
    return read();
  } catch (error) {
    log.error("the metadata of an NFT can't be read", { err: error, nftId: id });
    return { ...unreadMetadata(id), status: "UNKNOWN" };
  }
}
