import { fromHex } from "../../avalanche/codec/bytes";
import type * as contract from "../../contract/data/icm";
import type { IcmMessage, TeleporterMessage } from "../../contract/data/icm";
import type { Route } from "../../contract/route";
import { InputError } from "../../errors";
import type { Handler, HandlerRequest } from "../handler";
import { readMessages } from "../messages/events";
import { blockchainOf, type MessageFilter, takeMessages, textOfChain } from "../messages/heads";
import { presentIcm } from "../messages/icm";
import { includesNetwork, networkOf } from "./evm-chains";

type Request<R extends Route> = Pick<
  HandlerRequest<R>,
  "params" | "query" | "read" | "readEvm" | "evmChains"
>;

export const getIcmMessage: Handler<typeof contract.getIcmMessage> = (request) => find(request);
export const listIcmMessages: Handler<typeof contract.listIcmMessages> = (request) => list(request);
export const listIcmMessagesByAddress: Handler<typeof contract.listIcmMessagesByAddress> = (request) =>
  listByAddress(request);

/** The older paths of the three, whose contract has another name. */
export const getTeleporterMessage: Handler<typeof contract.getTeleporterMessage> = async (request) =>
  asTeleporter(await find(request));
export const listTeleporterMessages: Handler<typeof contract.listTeleporterMessages> = async (request) =>
  renamed(await list(request));
export const listTeleporterMessagesByAddress: Handler<
  typeof contract.listTeleporterMessagesByAddress
> = async (request) => renamed(await listByAddress(request));

function renamed({ messages, ...page }: Page) {
  return { ...page, messages: messages.map(asTeleporter) };
}

function asTeleporter({ icmContractAddress, ...message }: IcmMessage): TeleporterMessage {
  return { ...message, teleporterContractAddress: icmContractAddress };
}

async function find(request: Omit<Request<typeof contract.getIcmMessage>, "query">): Promise<IcmMessage> {
  const text = request.params.messageId.toLowerCase();
  const known = await readMessages(request, [fromHex(text)]);
  const [message] = await presentIcm(request, [...known.values()]);
  if (message !== undefined) return message;
  throw new InputError("NOT_FOUND", `no message ${text} was sent or received on an indexed chain`, {
    hint: "messages are found on the EVM chains that this Firn indexes: see /v1/chains",
  });
}

async function list(request: Omit<Request<typeof contract.listIcmMessages>, "params">): Promise<Page> {
  const { sourceBlockchainId, destinationBlockchainId, blockchainId, from, to } = request.query;
  const [source, destination, either] = await Promise.all(
    [sourceBlockchainId, destinationBlockchainId, blockchainId].map((text) =>
      text === undefined ? undefined : blockchainOf(text, request).then((id) => id ?? NO_CHAIN),
    ),
  );
  const address = (text: string | undefined) =>
    text === undefined ? undefined : fromHex(text.toLowerCase());
  return take(
    request,
    { source, destination, either, sender: address(from), recipient: address(to) },
    {
      endpoint: "ICM messages",
      source: textOfChain(source),
      destination: textOfChain(destination),
      either: textOfChain(either),
      from: from?.toLowerCase(),
      to: to?.toLowerCase(),
    },
  );
}

function listByAddress(request: Request<typeof contract.listIcmMessagesByAddress>): Promise<Page> {
  const address = request.params.address.toLowerCase();
  return take(request, { party: fromHex(address) }, { endpoint: "ICM messages of an address", address });
}

interface Page {
  nextPageToken?: string;
  messages: IcmMessage[];
}

/** Stands for a blockchain that nobody knows: no message is of it. */
const NO_CHAIN = new Uint8Array(32).fill(255);

type Query = {
  network?: "mainnet" | "fuji" | "testnet" | undefined;
  pageToken?: string | undefined;
  pageSize: number;
};

async function take(
  request: Pick<HandlerRequest<never>, "read" | "readEvm" | "evmChains"> & { query: Query },
  filter: Omit<MessageFilter, "forms">,
  canonical: Record<string, string | undefined>,
): Promise<Page> {
  const { network, pageToken, pageSize } = request.query;
  if (!includesNetwork(network, await networkOf(request))) return { messages: [] };
  const { messages, nextPageToken } = await takeMessages(request, {
    filter: { forms: ["icm"], ...filter },
    canonical: { ...canonical, network },
    pageToken,
    pageSize,
  });
  return {
    ...(nextPageToken !== undefined && { nextPageToken }),
    messages: await presentIcm(
      request,
      messages.map(({ events }) => events),
    ),
  };
}
