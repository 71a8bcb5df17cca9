import { toHex } from "../../avalanche/codec/bytes";
import { hashSignature } from "../../avalanche/evm/abi/entries";
import { WARP_ADDRESS } from "../../avalanche/evm/warp-messages";
import { formatId, parseId } from "../../avalanche/ids";
import { registerL1ValidatorTx } from "../../avalanche/p/txs/register-l1-validator";
import { setL1ValidatorWeightTx } from "../../avalanche/p/txs/set-l1-validator-weight";
import { decodeWarpMessage } from "../../avalanche/warp";
import type * as contract from "../../contract/firn/evm-warp";
import { InputError, NodeError } from "../../errors";
import { readBlock } from "../../store/queries/evm/block";
import { findChainEnd } from "../../store/queries/evm/figures";
import { findValidation } from "../../store/queries/l1-validator";
import { listTxs, readTxs } from "../../store/queries/tx";
import { CHAIN } from "../../store/rows/columns";
import { findLogs, MOST_BLOCKS } from "../evm/find-logs";
import type { Handler, HandlerRequest, RequestContext } from "../handler";
import { isCChain } from "../present/evm/chain";
import { decodePTxs } from "../transactions/p-facts";
import { sentIn } from "./evm-warp";

type Asking = Pick<HandlerRequest<never>, "read" | "readEvm" | "evmChains" | "service">;

export const getWarpMessage: Handler<typeof contract.getWarpMessage> = async (request) => {
  const found = await findWarpMessage(parseId(request.params.messageId), request);
  if (found.sent !== undefined || found.carriedBy.length > 0) return found;
  const where = found.searched.map(({ chainId, fromBlock }) => `${chainId} from block ${fromBlock} on`);
  throw new InputError("NOT_FOUND", `no message ${found.messageId} is known here`, {
    hint: `searched: the P-Chain; EVM chains ${where.join(", ") || "none"}`,
  });
};

/** A message by its id, as far as it is found. @throws NodeError while nothing of the P-Chain is indexed */
export async function findWarpMessage(
  messageId: Uint8Array,
  request: Asking,
): Promise<contract.WarpMessageDetail> {
  const { sent, ...searches } = await findSending(messageId, request);
  const { l1Message } = sent?.message ?? {};
  const carriedBy = await request.read((context) =>
    findCarriers(context, messageId, l1Message?.validationId),
  );
  const isForP = l1Message?.kind === "RegisterL1Validator" || l1Message?.kind === "L1ValidatorWeight";
  const waits = sent !== undefined && isForP && carriedBy.length === 0;
  return {
    messageId: formatId(messageId),
    ...(sent !== undefined && { sent }),
    carriedBy,
    ...(waits && {
      waitingSeconds: Math.max(0, Math.floor(request.service.nowMs() / 1_000) - sent.blockTimestamp),
    }),
    ...searches,
  };
}

/** The event of a sending: its topics are the event, the sender and the message id. */
const SENDING = hashSignature("SendWarpMessage(address,bytes32,bytes)");

/** Asks every chain at once. One whose node cannot tell is named. */
async function findSending(
  messageId: Uint8Array,
  request: Asking,
): Promise<Pick<contract.WarpMessageDetail, "sent" | "searched" | "notSearched">> {
  const searched: contract.WarpMessageDetail["searched"] = [];
  const notSearched: string[] = [];
  const chains = await request.evmChains.list();
  const found = await Promise.all(
    chains.map(async (facts) => {
      const chainId = facts.evmChainId ?? "";
      try {
        const { range, sent } = await findSendingOn(chainId, messageId, request);
        searched.push({ chainId, fromBlock: range.from, toBlock: range.to });
        return sent;
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        notSearched.push(chainId);
        return undefined;
      }
    }),
  );
  const sent = found.find((each) => each !== undefined);
  return { ...(sent !== undefined && { sent }), searched, notSearched };
}

async function findSendingOn(chainId: string, messageId: Uint8Array, { readEvm, service }: Asking) {
  const range = await readEvm(chainId, async ({ db, history }) => {
    const to = (await findChainEnd(db))?.height ?? 0;
    return { from: Math.max(history?.firstHeight ?? 0, to - MOST_BLOCKS + 1), to };
  });
  const groups = [new Map([[0, SENDING]]), new Map([[2, toHex(messageId)]])];
  const [log] = await findLogs({ readEvm, chainId }, { ...range, address: toHex(WARP_ADDRESS), groups });
  if (log === undefined) return { range, sent: undefined };
  const { block, isC } = await readEvm(chainId, async ({ db, facts }) => ({
    block: await readBlock(db, Number(log.blockNumber)),
    isC: isCChain(facts),
  }));
  const [message] = sentIn(log, service.labels.of(chainId, isC).books(WARP_ADDRESS));
  if (block === undefined || message === undefined) return { range, sent: undefined };
  const place = {
    txHash: log.transactionHash,
    blockNumber: String(block.height),
    blockTimestamp: block.time,
  };
  return { range, sent: { chainId, ...place, message } };
}

/** Transactions that are looked through: of a validation, or the newest of any if it is not known which. */
const MOST_OF_VALIDATION = 1_000;
const MOST_OF_ANY = 200;
const CARRIERS = [registerL1ValidatorTx, setL1ValidatorWeightTx];

async function findCarriers(
  context: RequestContext,
  messageId: Uint8Array,
  validationId: string | undefined,
): Promise<contract.WarpMessageDetail["carriedBy"]> {
  const { db } = context;
  const validation = validationId === undefined ? undefined : await findValidation(db, parseId(validationId));
  if (validationId !== undefined && validation === undefined) return [];
  const positions = await listTxs(db, {
    chain: CHAIN.p,
    range: { from: 0, below: Number.MAX_SAFE_INTEGER, order: "desc" },
    limit: validation === undefined ? MOST_OF_ANY : MOST_OF_VALIDATION,
    typeIds: CARRIERS.map(({ typeId }) => typeId),
    ...(validation !== undefined && { validation: validation.id }),
  });
  const id = toHex(messageId);
  const decoded = [...(await decodePTxs(context, positions))].filter(
    ([, { tx }]) =>
      "message" in tx &&
      tx.message instanceof Uint8Array &&
      toHex(decodeWarpMessage(tx.message).messageId) === id,
  );
  const rows = await readTxs(
    db,
    CHAIN.p,
    decoded.map(([position]) => position),
  );
  return decoded.flatMap(([position, { tx, block }]) => {
    const row = rows.get(position);
    if (row === undefined) return [];
    return {
      txHash: formatId(row.tx_id),
      txType: tx.type,
      blockNumber: String(block.height),
      blockTimestamp: row.time,
    };
  });
}
