import { toHex } from "../../avalanche/codec/bytes";
import { decodeTransaction } from "../../avalanche/evm/transaction";
import { broughtMessages } from "../../avalanche/evm/warp-messages";
import { PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import { decodeWarpMessage, type WarpMessage } from "../../avalanche/warp";
import { DataError } from "../../errors";
import { readTransactionBytes, requireTransaction } from "../evm/transaction";
import type { HandlerRequest } from "../handler";
import { idOfChain, type MessageEvent } from "./events";
import type { PresentedMessage } from "./present";

export interface FoundMessage extends PresentedMessage {
  events: readonly MessageEvent[];
  /** Id of the Warp message that carries one of the messenger. */
  wrapping: Uint8Array | undefined;
}

/** A message with its signature, as it arrived. */
export interface SignedMessage {
  warp: WarpMessage;
  /** EVM chain id; undefined for the P-Chain. */
  chainId: string | undefined;
  /** Of the block that took it; the time in unix seconds. */
  height: number;
  time: number;
}

type Asking = Pick<HandlerRequest<never>, "readEvm">;

/** What a transaction brought, or the P-Chain carries; undefined if the message has not arrived, or its bytes are not found. */
export async function readSigned(
  { readEvm }: Asking,
  { message: { arrived }, icm, carried, wrapping, events }: FoundMessage,
): Promise<SignedMessage | undefined> {
  const [onP] = carried.toReversed();
  const warpId = icm === undefined ? events[0]?.row.message_id : wrapping;
  if (arrived === undefined || warpId === undefined)
    return (
      onP && {
        warp: onP.warp,
        chainId: undefined,
        height: Number(onP.carrier.blockNumber),
        time: onP.carrier.blockTimestamp,
      }
    );
  const { chainId, txHash, blockNumber, blockTimestamp: time } = arrived;
  const fields = await readEvm(chainId, async (context) =>
    decodeTransaction(await readTransactionBytes(context, await requireTransaction(context, txHash))),
  );
  const id = toHex(warpId);
  const brought = "accessList" in fields ? broughtMessages(fields.accessList) : [];
  const warp = brought
    .map((bytes) => bytes && readOrNothing(bytes))
    .find((each) => each !== undefined && toHex(each.messageId) === id);
  return warp && { warp, chainId, height: Number(blockNumber), time };
}

function readOrNothing(signed: Uint8Array): WarpMessage | undefined {
  try {
    return decodeWarpMessage(signed);
  } catch (error) {
    if (error instanceof DataError) return undefined;
    throw error;
  }
}

/** The blockchain that took a message; undefined where only an EVM chain's URL was given. */
export async function readBlockchain(
  { readEvm }: Asking,
  chainId: string | undefined,
): Promise<Uint8Array | undefined> {
  if (chainId === undefined) return PRIMARY_NETWORK_ID;
  return readEvm(chainId, async ({ facts }) => idOfChain(facts));
}
