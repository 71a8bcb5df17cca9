import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { type MessageStepKind, parseMessageId } from "../../avalanche/evm/message-steps";
import { formatId, formatNodeId } from "../../avalanche/ids";
import type * as contract from "../../contract/firn/messages";
import type { MessageDetail } from "../../contract/firn/messages";
import { InputError } from "../../errors";
import { unreadBlocks } from "../../store/bookkeeping/unread-blocks";
import { kindOf, listMessagesIn } from "../../store/queries/evm/message";
import { heightOf } from "../../store/rows/columns";
import type { MessageStepTable } from "../../store/tables/evm/chain";
import { olderBlocksOf } from "../evm/history";
import type { Handler, HandlerRequest } from "../handler";
import { type MessageEvent, readMessages } from "../messages/events";
import { blockchainOf, takeMessages, textOfChain } from "../messages/heads";
import { feeTokenOf, type IcmFacts, NamedChains, readFeeTokens } from "../messages/icm";
import { presentMessage } from "../messages/present";
import { type FoundMessage, readBlockchain, readSigned } from "../messages/signed";
import { findSigners } from "../messages/signers";
import { stepsOf } from "../messages/steps";
import { pageByNumber } from "../page/numbered";
import { sum } from "../sum";
import { placeOf as placeOfChain } from "./search-readings-evm";

export const listMessages: Handler<typeof contract.listMessages> = async (request) => {
  const { form, blockchainId, address, before, pageToken, pageSize } = request.query;
  const either = blockchainId === undefined ? undefined : await blockchainOf(blockchainId, request);
  if (blockchainId !== undefined && either === undefined) return { messages: [], unread: [] };
  const party = address === undefined ? undefined : fromHex(address.toLowerCase());
  const page = await takeMessages(request, {
    filter: { forms: form === undefined ? ["icm", "warp"] : [form], either, party },
    canonical: {
      endpoint: "messages between chains",
      form,
      either: textOfChain(either),
      address: address?.toLowerCase(),
      before,
    },
    pageToken,
    before,
    pageSize,
  });
  const chains = new NamedChains(request);
  const presented = await Promise.all(
    page.messages.map(async ({ events, position }) => {
      const found = await presentMessage(request, events, chains);
      return found === undefined ? [] : [{ ...found.message, position }];
    }),
  );
  return {
    ...(page.nextPageToken !== undefined && { nextPageToken: page.nextPageToken }),
    messages: presented.flat(),
    unread: await listUnread(request),
  };
};

/** Blocks whose messages are not stored, or not yet. */
async function listUnread({ readEvm, evmChains }: Pick<HandlerRequest<never>, "readEvm" | "evmChains">) {
  const chains = await evmChains.list();
  const clauses = await Promise.all(
    chains.map(({ evmChainId = "" }) =>
      readEvm(evmChainId, async ({ facts, history }) => {
        const { title } = placeOfChain({ facts, evmChainId });
        const unread = unreadBlocks(facts, "unreadMessages");
        return [
          ...olderBlocksOf(title, history),
          ...(unread ? [`blocks ${unread.from} to ${unread.to} of ${title} are still being read`] : []),
        ];
      }),
    ),
  );
  return clauses.flat();
}

export const getMessage: Handler<typeof contract.getMessage> = async (request) => {
  const found = await requireMessage(request, request.params.messageId);
  const { message, icm, carried, wrapping, events } = found;
  const signed = await readSigned(request, found);
  return {
    ...message,
    ...(icm && (await presentIcmDetail(request, icm))),
    ...(wrapping !== undefined && { warpMessageId: formatId(wrapping) }),
    ...(signed !== undefined && { signers: signed.warp.signers.length }),
    steps: stepsOf(events),
    carriedBy: carried.map(({ carrier }) => carrier),
  };
};

export const listMessageSigners: Handler<typeof contract.listMessageSigners> = async (request) => {
  const found = await requireMessage(request, request.params.messageId);
  const signed = await readSigned(request, found);
  if (signed === undefined) return { first: 1, validators: [], without: "notArrived" };
  const signers = signed.warp.signers.length;
  const destination = await readBlockchain(request, signed.chainId);
  return request.read(async (context) => {
    const proved = await findSigners(context, { ...signed, destination });
    if (proved === undefined) return { signers, first: 1, validators: [], without: "unknownSet" };
    const { subnetId, height, set } = proved;
    const canonical = { endpoint: "signers of a message", messageId: found.message.messageId };
    const page = pageByNumber(context.pageTokens, { canonical, ...request.query });
    const isSigner = new Set(signed.warp.signers);
    const { rows, nextPageToken } = page.cut(
      set.signers.map((signer, position) => ({ ...signer, hasSigned: isSigner.has(position) })),
    );
    return {
      ...(nextPageToken !== undefined && { nextPageToken }),
      signers,
      set: {
        subnetId: formatId(subnetId),
        pChainHeight: String(height),
        signedWeight: String(sum(signed.warp.signers.map((position) => set.signers[position]?.weight ?? 0n))),
        signingWeight: String(sum(set.signers.map(({ weight }) => weight))),
        totalWeight: String(set.totalWeight),
        validatorCount: set.signers.length,
      },
      first: page.skip + 1,
      validators: rows.map(({ nodeIds, publicKey, weight, hasSigned }) => ({
        nodeIds: nodeIds.map(formatNodeId),
        publicKey: toHex(publicKey),
        weight: String(weight),
        hasSigned,
      })),
    };
  });
};

/** A message of any form of its id. @throws InputError NOT_FOUND */
async function requireMessage(request: HandlerRequest<never>, messageId: string): Promise<FoundMessage> {
  const events = await findMessage(request, parseMessageId(messageId));
  const presented = await presentMessage(request, events, new NamedChains(request));
  if (presented === undefined)
    throw new InputError("NOT_FOUND", `no message ${messageId} is known here`, {
      hint: "messages are found on the EVM chains that this Firn indexes: see /firn/v1/messages",
    });
  return { ...presented, events, wrapping: await readWrapping(request, events) };
}

type Asking = Pick<HandlerRequest<never>, "readEvm" | "evmChains">;

/** Steps of a message, or of the messenger's message that a Warp message carries. */
async function findMessage(request: Asking, id: Uint8Array): Promise<MessageEvent[]> {
  const events = (await readMessages(request, [id])).get(toHex(id)) ?? [];
  const wrapping = events.find(({ kind }) => kind === "wrapped" || kind === "unwrapped");
  if (wrapping === undefined) return events;
  const inner = await request.readEvm(wrapping.chainId, async ({ db }) => {
    const steps = await listMessagesIn(db, heightOf(wrapping.row.position));
    return wrapping.kind === "wrapped"
      ? steps.find((row) => row.step === wrapping.row.step - 1 && row.kind === kindOf("sent"))
      : onlyOne(steps, wrapping.row.position, "received");
  });
  return inner === undefined ? events : findMessage(request, inner.message_id);
}

/** A transaction's step of one kind, if it is the only one. */
function onlyOne(
  steps: readonly MessageStepTable[],
  position: number,
  kind: MessageStepKind,
): MessageStepTable | undefined {
  const own = steps.filter((row) => row.position === position && row.kind === kindOf(kind));
  return own.length === 1 ? own[0] : undefined;
}

/** The Warp message that carries one of the messenger. It is sent right after the messenger's own event. */
async function readWrapping(
  { readEvm }: Asking,
  events: readonly MessageEvent[],
): Promise<Uint8Array | undefined> {
  const head = events.find(({ kind }) => kind === "sent") ?? events.find(({ kind }) => kind === "received");
  if (head === undefined) return undefined;
  return readEvm(head.chainId, async ({ db }) => {
    const steps = await listMessagesIn(db, heightOf(head.row.position));
    const wrapping =
      head.kind === "sent"
        ? steps.find((row) => row.step === head.row.step + 1 && row.kind === kindOf("wrapped"))
        : onlyOne(steps, head.row.position, "unwrapped");
    return wrapping?.message_id;
  });
}

async function presentIcmDetail(request: Asking, facts: IcmFacts): Promise<Partial<MessageDetail>> {
  const { message, fee, received } = facts;
  const { name, symbol, decimals } = feeTokenOf(facts, await readFeeTokens(request, [facts])) ?? {};
  return {
    nonce: String(message.messageNonce),
    requiredGasLimit: String(message.requiredGasLimit),
    allowedRelayers: [...message.allowedRelayerAddresses],
    receipts: message.receipts.map(({ receivedMessageNonce, relayerRewardAddress }) => ({
      nonce: String(receivedMessageNonce),
      relayer: relayerRewardAddress,
    })),
    ...(fee &&
      fee.amount > 0n && {
        fee: { token: fee.feeTokenAddress, name, symbol, decimals, amount: String(fee.amount) },
      }),
    ...(received && { deliverer: received.deliverer, rewardRedeemer: received.rewardRedeemer }),
  };
}
