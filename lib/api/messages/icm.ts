import { fromHex, toHex } from "../../avalanche/codec/bytes";
import {
  type MessageFee,
  type MessageStepKind,
  type MessengerMessage,
  readFee,
  readReceipt,
  readReceived,
  readSent,
} from "../../avalanche/evm/message-steps";
import { MESSENGER } from "../../avalanche/evm/messenger";
import { formatEvmAddress, ZERO_ADDRESS } from "../../avalanche/evm-address";
import { formatId } from "../../avalanche/ids";
import type { RichAddress } from "../../contract/data/evm";
import type { IcmMessage } from "../../contract/data/icm";
import { readPartiesByAddress } from "../../store/queries/evm/address";
import { nameChain } from "../evm/message-chains";
import type { HandlerRequest } from "../handler";
import { presentParty } from "../present/evm/party";
import { idOfChain, type MessageEvent } from "./events";

/** A message of the messenger, from the steps that indexed chains know. */
export interface IcmFacts {
  messageId: Uint8Array;
  message: MessengerMessage;
  source: Uint8Array;
  destination: Uint8Array;
  /** The first sending. */
  sent: MessageEvent | undefined;
  received: { event: MessageEvent; deliverer: string; rewardRedeemer: string } | undefined;
  /** What is paid for the delivery now; undefined where the source is not indexed. */
  fee: MessageFee | undefined;
  /** Who may take the fee, since the source knows of the delivery. */
  receipt: { event: MessageEvent; relayerRewardAddress: string } | undefined;
  isExecuted: boolean;
}

/** The facts of a message; undefined if no sending or receipt of it can be read. */
export function readIcm(events: readonly MessageEvent[]): IcmFacts | undefined {
  const of = (kind: MessageStepKind) => events.find((event) => event.kind === kind);
  const sent = of("sent");
  const arrival = of("received");
  const said = sent && readSent(sent.row.data);
  const got = arrival && readReceived(arrival.row.data);
  const message = said?.message ?? got?.message;
  const head = said ? sent : arrival;
  if (message === undefined || head === undefined) return undefined;
  const acknowledged = of("receiptReceived");
  const receipt = acknowledged && readReceipt(acknowledged.row.data);
  const added = events.findLast(({ kind }) => kind === "feeAdded");
  return {
    message,
    messageId: head.row.message_id,
    source: arrival?.row.other_blockchain_id ?? idOfChain(head.facts) ?? new Uint8Array(),
    destination: fromHex(message.destinationBlockchainID),
    sent: said && sent,
    received: arrival &&
      got && {
        event: arrival,
        deliverer: formatEvmAddress(got.deliverer),
        rewardRedeemer: got.rewardRedeemer,
      },
    fee: (added && readFee(added.row.data)) ?? said?.fee,
    receipt: acknowledged &&
      receipt && {
        event: acknowledged,
        relayerRewardAddress: formatEvmAddress(receipt.relayerRewardAddress),
      },
    isExecuted: of("executed") !== undefined,
  };
}

type Asking = Pick<HandlerRequest<never>, "read" | "readEvm" | "evmChains">;

/** Messages as the Data API answers them. Those that cannot be read are left out. */
export async function presentIcm(
  request: Asking,
  messages: readonly (readonly MessageEvent[])[],
): Promise<IcmMessage[]> {
  const facts = messages.flatMap((events) => readIcm(events) ?? []);
  const chains = new NamedChains(request);
  const fees = await readFeeTokens(request, facts);
  return Promise.all(facts.map((each) => presentOne(each, chains, fees)));
}

/** EVM chain ids by blockchain, each looked up once. */
export class NamedChains {
  readonly #request: Asking;
  readonly #names = new Map<string, Promise<string>>();

  constructor(request: Asking) {
    this.#request = request;
  }

  of(blockchainId: Uint8Array): Promise<string> {
    const key = toHex(blockchainId);
    const known = this.#names.get(key) ?? nameChain(blockchainId, this.#request);
    this.#names.set(key, known);
    return known;
  }
}

async function presentOne(facts: IcmFacts, chains: NamedChains, fees: FeeTokens): Promise<IcmMessage> {
  const { message, messageId, source, destination, sent, received, receipt, isExecuted } = facts;
  const common = {
    messageId: toHex(messageId).slice(2),
    icmContractAddress: formatEvmAddress(MESSENGER),
    sourceBlockchainId: source.length === 0 ? (sent?.chainId ?? "") : formatId(source),
    destinationBlockchainId: formatId(destination),
    sourceEvmChainId: source.length === 0 ? (sent?.chainId ?? "") : await chains.of(source),
    destinationEvmChainId: await chains.of(destination),
    messageNonce: String(message.messageNonce),
    from: message.originSenderAddress,
    to: message.destinationAddress,
    data: message.message,
    messageExecuted: isExecuted,
    receipts: message.receipts.map(({ receivedMessageNonce, relayerRewardAddress }) => ({
      receivedMessageNonce: String(receivedMessageNonce),
      relayerRewardAddress,
    })),
    receiptDelivered: receipt !== undefined,
    rewardDetails: rewardOf(facts, fees),
  };
  const destinationTransaction = received && {
    ...transactionOf(received.event),
    rewardRedeemer: received.rewardRedeemer,
    delivererAddress: received.deliverer,
  };
  const sourceTransaction = sent && transactionOf(sent);
  if (sourceTransaction && destinationTransaction)
    return { ...common, sourceTransaction, destinationTransaction, status: "delivered" };
  if (sourceTransaction) return { ...common, sourceTransaction, status: "pending" };
  if (destinationTransaction)
    return { ...common, destinationTransaction, status: "delivered_source_not_indexed" };
  throw new Error(`message ${common.messageId} was neither sent nor received`);
}

function transactionOf({ txHash, time, paid }: MessageEvent) {
  return { txHash, timestamp: time, gasSpent: String(paid) };
}

/** Tokens of fees, by EVM chain id and address. */
type FeeTokens = ReadonlyMap<string, RichAddress>;

/** The token of a message's fee; undefined if its source knows nothing of it. */
export function feeTokenOf({ sent, fee }: IcmFacts, tokens: FeeTokens): RichAddress | undefined {
  return tokens.get(`${sent?.chainId}/${fee?.feeTokenAddress}`);
}

function rewardOf(facts: IcmFacts, tokens: FeeTokens): IcmMessage["rewardDetails"] {
  const { fee } = facts;
  const { name = "", symbol = "", decimals = 0, logoUri } = feeTokenOf(facts, tokens) ?? {};
  return {
    address: fee?.feeTokenAddress ?? formatEvmAddress(ZERO_ADDRESS),
    name,
    symbol,
    decimals,
    ercType: "ERC-20",
    ...(logoUri !== undefined && { logoUri }),
    value: String(fee?.amount ?? 0n),
  };
}

/** What the sources of messages know of the tokens of their fees. */
export async function readFeeTokens(
  { readEvm }: Pick<Asking, "readEvm">,
  facts: readonly IcmFacts[],
): Promise<FeeTokens> {
  const wanted = new Map<string, Set<string>>();
  for (const { sent, fee } of facts)
    if (sent !== undefined && fee !== undefined)
      wanted.set(sent.chainId, (wanted.get(sent.chainId) ?? new Set()).add(fee.feeTokenAddress));
  const found = new Map<string, RichAddress>();
  for (const [chainId, addresses] of wanted) {
    const parties = await readEvm(chainId, async (context) =>
      (await readPartiesByAddress(context.db, [...addresses].map(fromHex))).map((party) =>
        presentParty(party, context),
      ),
    );
    for (const party of parties) found.set(`${chainId}/${party.address}`, party);
  }
  return found;
}
