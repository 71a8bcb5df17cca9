import { toHex } from "../../avalanche/codec/bytes";
import { formatId, parseId } from "../../avalanche/ids";
import type { SearchReading } from "../../contract/firn/search";
import { hrefTo } from "../../contract/pages";
import type { HandlerRequest } from "../handler";
import { type MessageEvent, readMessages } from "../messages/events";
import { findCarriers } from "../messages/p-chain";
import { placeOf as placeOfStep } from "../messages/present";
import type { NodeTxFacts } from "../node/node-txs";
import { CHAINS } from "../request/chains";
import { askNodeTx } from "./node-txs";
import { placeOf } from "./search-readings-evm";

type Asking = Pick<HandlerRequest<never>, "service" | "evmChains" | "readEvm">;
type Place = ReturnType<typeof placeOf>;

/** Transactions that no index has, as the node knows them. A node that cannot be asked knows none. */
export async function readAtNode(text: string, request: Asking): Promise<SearchReading[]> {
  const txId = formOf(text);
  if (txId === undefined) return [];
  const places = await listPlaces(text, request);
  const readings = await Promise.all(
    places.map(async (place) => {
      const facts = await askNodeTx(place.segment, text, request).catch(() => undefined);
      return facts === undefined || facts.status === "unknown" ? [] : [present(place, facts, txId)];
    }),
  );
  return readings.flat();
}

/** The id as pages write it; undefined if the text is none. */
function formOf(text: string): string | undefined {
  if (/^0x[0-9a-f]{64}$/.test(text)) return text;
  try {
    return text.length < 32 ? undefined : formatId(parseId(text));
  } catch {
    return undefined;
  }
}

async function listPlaces(text: string, { evmChains }: Asking): Promise<Place[]> {
  const primary = Object.values(CHAINS).map(({ letter, title }) => ({
    segment: letter,
    title,
    chain: { chain: letter },
  }));
  if (!text.startsWith("0x")) return primary;
  const evm = (await evmChains.list()).map((facts) => placeOf({ evmChainId: facts.evmChainId ?? "", facts }));
  return [...primary, ...evm.filter(({ segment }) => segment !== CHAINS.c.letter)];
}

function present(place: Place, facts: NodeTxFacts, txId: string): SearchReading {
  const { segment, title, chain } = place;
  // P and X write ids in cb58 only, and so does the atomic side of C.
  const isHash = txId.startsWith("0x") && segment !== "p" && segment !== "x";
  const id = txId.startsWith("0x") && !isHash ? formatId(parseId(txId)) : txId;
  return {
    reading: `${title} transaction`,
    kind: "transaction",
    ...chain,
    found: "yes",
    href: hrefTo("tx", { chain: segment, id }),
    detail: DETAILS[facts.status],
  };
}

const DETAILS = {
  pending: "Pending: in the node’s mempool",
  processing: "Processing: the node has not decided it yet",
  accepted: "Accepted by the node, not indexed yet",
  dropped: "Dropped by the node",
  unknown: "Not known to the node",
} as const satisfies Record<NodeTxFacts["status"], string>;

/** A message between chains, by its id. Whatever cannot be asked knows none. */
export async function readMessageId(
  text: string,
  request: Asking & Pick<HandlerRequest<never>, "read">,
): Promise<SearchReading[]> {
  const messageId = /^[0-9a-f]{64}$/i.test(text) ? `0x${text.toLowerCase()}` : formOf(text);
  if (messageId === undefined) return [];
  const id = parseId(messageId);
  const reading = { reading: "Message between chains", kind: "transaction", found: "yes" } as const;
  const [event] = (await readMessages(request, [id]).catch(() => undefined))?.values().next().value ?? [];
  if (event !== undefined) {
    const detail = `Block ${Number(placeOfStep(event).blockNumber).toLocaleString("en-US")} has a step of it`;
    return [{ ...reading, href: hrefTo("message", { id: idOfMessage(event) }), detail }];
  }
  // The P-Chain carries messages of chains that are not indexed.
  const [carried] = await request.read((context) => findCarriers(context, id, undefined)).catch(() => []);
  if (carried === undefined) return [];
  const { carrier } = carried;
  const detail = `Block ${Number(carrier.blockNumber).toLocaleString("en-US")} has the ${carrier.txType} that carries it`;
  return [{ ...reading, href: hrefTo("tx", { chain: "p", id: carrier.txHash }), detail }];
}

/** The id as the message's page writes it. */
function idOfMessage({ kind, row }: MessageEvent): string {
  const isWarp = /^(warp|wrapped|unwrapped|attestation)/.test(kind);
  return isWarp ? formatId(row.message_id) : toHex(row.message_id).slice(2);
}
