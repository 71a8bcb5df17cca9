import { fromRlp } from "viem";
import { equalBytes, fromHex } from "../../avalanche/codec/bytes";
import { decodeLog } from "../../avalanche/evm/abi/read";
import { decodeTransaction } from "../../avalanche/evm/transaction";
import {
  broughtMessages,
  readSignedWarp,
  readUnsignedWarp,
  readValidity,
  WARP_ADDRESS,
  type WarpContent,
} from "../../avalanche/evm/warp-messages";
import { formatEvmAddress } from "../../avalanche/evm-address";
import type { EvmLog } from "../../contract/firn/evm-transactions";
import type * as contract from "../../contract/firn/evm-warp";
import { DataError } from "../../errors";
import { readBlock } from "../../store/queries/evm/block";
import { heightOf } from "../../store/rows/columns";
import { readHeader } from "../evm/receipt-proof";
import { readTransactionBytes, requireTransaction } from "../evm/transaction";
import type { Handler } from "../handler";
import { askTransactionLogs } from "./evm-execution";

export const getEvmWarpMessages: Handler<typeof contract.getEvmWarpMessages> = async (request) => {
  const { params, readEvm } = request;
  const { row, bytes, block, node } = await readEvm(params.chainId, async (context) => {
    const { facts, nodes, labels, evmChainId } = context;
    const row = await requireTransaction(context, params.txHash);
    const block = await readBlock(context.db, heightOf(row.position));
    return {
      row,
      bytes: await readTransactionBytes(context, row),
      block,
      node: { facts, nodes, labels, evmChainId },
    };
  });
  const fields = decodeTransaction(bytes);
  const messages = broughtMessages("accessList" in fields ? fields.accessList : []);
  const header = messages.length === 0 || !block ? undefined : await readHeader(request, node, block);
  const isValid = header && readValidity(extraDataOf(header), row.hash);
  const brought = messages.map((message, index) => ({
    ...presentBrought(message),
    ...(isValid !== undefined && { isValid: isValid(index) }),
  }));
  if (row.log_count === 0) return { sent: [], brought };
  const logs = await askTransactionLogs(request, node, row);
  if ("without" in logs) return { sent: [], brought, withoutSent: logs.without };
  const books = node.labels.books(WARP_ADDRESS);
  return { sent: logs.rows.flatMap((log) => sentIn(log, books)), brought };
};

/** The message that an event sends; none if it is no such event. */
export function sentIn(
  { address, topics, data }: Pick<EvmLog, "address" | "topics" | "data">,
  books: Parameters<typeof decodeLog>[0],
): contract.SentWarpMessage[] {
  if (!equalBytes(fromHex(address.toLowerCase()), WARP_ADDRESS)) return [];
  const event = decodeLog(books, topics, data);
  const message = event?.args.find(({ name }) => name === "message");
  if (event?.name !== "SendWarpMessage" || message === undefined) return [];
  try {
    return [presentWarp(readUnsignedWarp(fromHex(eventBytes(data))))];
  } catch (error) {
    if (error instanceof DataError) return [];
    throw error;
  }
}

/** The only value in an event's data: its offset, its length, and its bytes. */
function eventBytes(data: string): string {
  const length = Number(`0x${data.slice(66, 130)}`);
  return `0x${data.slice(130, 130 + 2 * length)}`;
}

function presentBrought(signed: Uint8Array | undefined): contract.BroughtWarpMessage {
  if (signed === undefined) return { unreadable: true };
  try {
    const { signers, ...content } = readSignedWarp(signed);
    return { ...presentWarp(content), signers };
  } catch (error) {
    if (error instanceof DataError) return { unreadable: true };
    throw error;
  }
}

/** Bytes shown of a payload; more is somebody's whole program. */
const MOST_PAYLOAD = 8_192;

export function presentWarp({ sender, payload, ...content }: WarpContent): contract.SentWarpMessage {
  const text = payload === undefined ? undefined : textOf(fromHex(payload));
  return {
    ...content,
    ...(sender !== undefined && {
      sender: sender.length === 42 ? formatEvmAddress(fromHex(sender)) : sender,
    }),
    ...(payload !== undefined && { payload: payload.slice(0, 2 + 2 * MOST_PAYLOAD) }),
    ...(text !== undefined && { text }),
  };
}

/** Bytes as text, if all of them are printed characters. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0 || bytes.length > MOST_PAYLOAD) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return /^[^\p{Cc}\p{Cn}]*$/u.test(text) ? text : undefined;
  } catch {
    // Not the bytes of any text.
    return undefined;
  }
}

/** Place of `extraData` in every header. */
const EXTRA_DATA = 12;

function extraDataOf(header: Uint8Array): Uint8Array {
  const field = fromRlp(header, "bytes")[EXTRA_DATA];
  return field instanceof Uint8Array ? field : new Uint8Array();
}
