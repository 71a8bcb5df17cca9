import { fromHex, toHex } from "../../avalanche/codec/bytes";
import type { MessageStepKind } from "../../avalanche/evm/message-steps";
import { readUnsignedWarp } from "../../avalanche/evm/warp-messages";
import { formatId, PRIMARY_NETWORK_ID, parseId } from "../../avalanche/ids";
import type { SentWarpMessage } from "../../contract/firn/evm-warp";
import type { Message, MessageStatus } from "../../contract/firn/messages";
import { NodeError } from "../../errors";
import { heightOf } from "../../store/rows/columns";
import { presentWarp, textOf } from "../firn/evm-warp";
import type { HandlerRequest } from "../handler";
import type { MessageEvent } from "./events";
import { type IcmFacts, type NamedChains, readIcm } from "./icm";
import { type Carried, findCarriers, isExpectedOnP } from "./p-chain";

type Asking = Pick<HandlerRequest<never>, "read" | "readEvm" | "evmChains" | "service">;

/** A message as Firn answers it, with what its steps were read as. */
export interface PresentedMessage {
  message: Message;
  icm: IcmFacts | undefined;
  /** Where the P-Chain has it. */
  carried: Carried[];
}

/** A message from its steps; undefined if they can't be read. */
export async function presentMessage(
  request: Asking,
  events: readonly MessageEvent[],
  chains: NamedChains,
): Promise<PresentedMessage | undefined> {
  const icm = readIcm(events);
  if (icm !== undefined)
    return { message: await presentIcmMessage(request, events, icm, chains), icm, carried: [] };
  const sent = first(events, "warpSent");
  const arrived = first(events, "warpBrought") ?? first(events, "attestationBrought");
  const head = sent ?? arrived;
  if (head === undefined) return undefined;
  const content = presentWarp(readUnsignedWarp(head.row.data));
  const { messageId, networkId: _, sender, ...says } = content;
  const { carried, isExpected } = await readOnP(request, head.row.message_id, content);
  const isForP = isExpected || carried.length > 0;
  const isWaiting = sent !== undefined && arrived === undefined && carried.length === 0 && isExpected;
  const status = arrived || carried.length > 0 ? "delivered" : isWaiting ? "waiting" : "sent";
  return {
    icm,
    carried,
    message: {
      form: "warp",
      messageId,
      ...says,
      ...evmChainId(
        "sourceChainId",
        says.sourceBlockchainId,
        await chains.of(parseId(says.sourceBlockchainId)),
      ),
      ...(isForP && { destinationBlockchainId: formatId(PRIMARY_NETWORK_ID) }),
      ...(sender !== undefined && { from: sender }),
      ...statusOf(request, status, sent),
      ...placesOf(sent, arrived),
    },
  };
}

function first(events: readonly MessageEvent[], kind: MessageStepKind): MessageEvent | undefined {
  return events.find((event) => event.kind === kind);
}

async function presentIcmMessage(
  request: Asking,
  events: readonly MessageEvent[],
  { message, messageId, source, destination, sent, received, receipt, isExecuted }: IcmFacts,
  chains: NamedChains,
): Promise<Message> {
  const text = textOf(fromHex(message.message));
  const sourceBlockchainId = source.length === 0 ? (sent?.chainId ?? "") : formatId(source);
  const destinationBlockchainId = formatId(destination);
  const hasFailed = first(events, "executionFailed") !== undefined;
  const status = async (): Promise<MessageStatus> => {
    if (isExecuted) return "executed";
    if (received) return hasFailed ? "failed" : "delivered";
    if (receipt) return "delivered";
    const indexed = await request.evmChains.list();
    return indexed.some(({ blockchainId }) => blockchainId === destinationBlockchainId) ? "waiting" : "sent";
  };
  return {
    form: "icm",
    messageId: toHex(messageId).slice(2),
    sourceBlockchainId,
    ...(source.length > 0 && evmChainId("sourceChainId", sourceBlockchainId, await chains.of(source))),
    destinationBlockchainId,
    ...evmChainId("destinationChainId", destinationBlockchainId, await chains.of(destination)),
    from: message.originSenderAddress,
    to: message.destinationAddress,
    payload: message.message.slice(0, 2 + 2 * MOST_PAYLOAD),
    ...(text !== undefined && { text }),
    ...statusOf(request, await status(), sent),
    ...placesOf(sent, received?.event),
  };
}

/** Bytes shown of a payload. */
const MOST_PAYLOAD = 8_192;

/** The EVM chain id, where one is known: a name is the blockchain's id otherwise. */
function evmChainId<Key extends string>(key: Key, id: string, name: string): Partial<Record<Key, string>> {
  return name === id ? {} : ({ [key]: name } as Record<Key, string>);
}

function statusOf(
  { service }: Asking,
  status: MessageStatus,
  sent: MessageEvent | undefined,
): Pick<Message, "status" | "waitingSeconds"> {
  if (status !== "waiting" || sent === undefined) return { status };
  return { status, waitingSeconds: Math.max(0, Math.floor(service.nowMs() / 1_000) - sent.time) };
}

function placesOf(
  sent: MessageEvent | undefined,
  arrived: MessageEvent | undefined,
): Pick<Message, "sent" | "arrived"> {
  return { ...(sent && { sent: placeOf(sent) }), ...(arrived && { arrived: placeOf(arrived) }) };
}

/** Where a step was taken. */
export function placeOf({ chainId, txHash, row, time }: MessageEvent): NonNullable<Message["sent"]> {
  return { chainId, txHash, blockNumber: String(heightOf(row.position)), blockTimestamp: time };
}

/** What the P-Chain did with a message to it. Without a P-Chain in the store, nobody knows. */
async function readOnP(
  { read, service }: Asking,
  messageId: Uint8Array,
  message: SentWarpMessage,
): Promise<{ carried: Carried[]; isExpected: boolean }> {
  const { l1Message } = message;
  if (l1Message === undefined) return { carried: [], isExpected: false };
  try {
    return await read(async (context) => ({
      carried: await findCarriers(context, messageId, l1Message.validationId),
      isExpected: await isExpectedOnP(context, message, Math.floor(service.nowMs() / 1_000)),
    }));
  } catch (error) {
    if (error instanceof NodeError) return { carried: [], isExpected: false };
    throw error;
  }
}
