import { toHex } from "../../avalanche/codec/bytes";
import { hashSignature } from "../../avalanche/evm/abi/entries";
import { WARP_ADDRESS } from "../../avalanche/evm/warp-messages";
import { formatId, parseId } from "../../avalanche/ids";
import { registerL1ValidatorTx } from "../../avalanche/p/txs/register-l1-validator";
import { setL1ValidatorWeightTx } from "../../avalanche/p/txs/set-l1-validator-weight";
import { decodeWarpMessage } from "../../avalanche/warp";
import type * as contract from "../../contract/firn/evm-warp";
import { InputError, NodeError } from "../../errors";
import { findChainEnd } from "../../store/queries/evm/figures";
import { readBlocks } from "../../store/queries/evm/transaction";
import { findValidation } from "../../store/queries/l1-validator";
import { findSubnet } from "../../store/queries/subnet";
import { listTxs, readTxs } from "../../store/queries/tx";
import { CHAIN } from "../../store/rows/columns";
import { findLogs, reachableFrom } from "../evm/find-logs";
import type { Handler, HandlerRequest, RequestContext } from "../handler";
import { isCChain } from "../present/evm/chain";
import { decodePTxs } from "../transactions/p-facts";
import { sentIn } from "./evm-warp";

type Asking = Pick<HandlerRequest<never>, "read" | "readEvm" | "readEvmSlow" | "evmChains" | "service">;

export const getWarpMessage: Handler<typeof contract.getWarpMessage> = async (request) => {
  const found = await findWarpMessage(parseId(request.params.messageId), request);
  if (found.sentBy.length + found.carriedBy.length > 0) return found;
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
  const sending = await findSending(messageId, request);
  const { message, sentBy } = sending;
  const { validationId } = message?.l1Message ?? {};
  const seconds = Math.floor(request.service.nowMs() / 1_000);
  const { carriedBy, isExpected } = await request.read(async (context) => ({
    carriedBy: await findCarriers(context, messageId, validationId),
    isExpected: message !== undefined && (await isExpectedOnP(context, message, seconds)),
  }));
  const [first] = isExpected && carriedBy.length === 0 ? sentBy : [];
  return {
    messageId: formatId(messageId),
    ...sending,
    carriedBy,
    ...(first !== undefined && { waitingSeconds: Math.max(0, seconds - first.blockTimestamp) }),
  };
}

/** Whether the P-Chain would take a message: from the manager of an L1, about one of its validators, and not too late. */
export async function isExpectedOnP(
  { db }: RequestContext,
  { sender, sourceBlockchainId, l1Message }: contract.SentWarpMessage,
  seconds: number,
): Promise<boolean> {
  const said = (name: string) => l1Message?.fields.find((field) => field.name === name)?.value;
  const subnetText = said("Subnet");
  if (subnetText !== undefined && Number(said("Expires")) < seconds) return false;
  const changes = l1Message?.kind === "L1ValidatorWeight" ? l1Message.validationId : undefined;
  const validation = changes === undefined ? undefined : await findValidation(db, parseId(changes));
  const subnetId = subnetText === undefined ? validation?.subnet_id : parseId(subnetText);
  const subnet = subnetId && (await findSubnet(db, subnetId));
  if (!subnet?.manager_chain_id || !subnet.manager_address) return false;
  return (
    formatId(subnet.manager_chain_id) === sourceBlockchainId &&
    toHex(subnet.manager_address) === sender?.toLowerCase()
  );
}

/** The event of a sending: its topics are the event, the sender and the message id. */
const SENDING = hashSignature("SendWarpMessage(address,bytes32,bytes)");

/** Most sendings of one message. */
const MOST_SENDINGS = 100;

/** Asks every chain at once. One whose node cannot tell is named. */
async function findSending(
  messageId: Uint8Array,
  request: Asking,
): Promise<Pick<contract.WarpMessageDetail, "message" | "sentBy" | "searched" | "notSearched">> {
  const chains = await request.evmChains.list();
  const found = await Promise.all(
    chains.map(async ({ evmChainId: chainId = "" }) => {
      try {
        return { chainId, ...(await findSendingOn(chainId, messageId, request)) };
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        return { chainId, range: undefined, ...NOT_SENT };
      }
    }),
  );
  const searched = found.flatMap(({ chainId, range }) =>
    range === undefined ? [] : [{ chainId, fromBlock: range.from, toBlock: range.to }],
  );
  const notSearched = found.flatMap(({ chainId, range }) => (range === undefined ? [chainId] : []));
  // Its source is part of a message, so one chain alone can have sent it.
  const { message, sentBy } = found.find((each) => each.sentBy.length > 0) ?? NOT_SENT;
  return { ...(message !== undefined && { message }), sentBy, searched, notSearched };
}

const NOT_SENT: Pick<contract.WarpMessageDetail, "message" | "sentBy"> = { message: undefined, sentBy: [] };

async function findSendingOn(chainId: string, messageId: Uint8Array, request: Asking) {
  const { readEvm, service } = request;
  const range = await readEvm(chainId, async (context) => {
    const to = (await findChainEnd(context.db))?.height ?? 0;
    return { from: reachableFrom(context, { from: context.history?.firstHeight ?? 0, to }), to };
  });
  const groups = [new Map([[0, SENDING]]), new Map([[2, toHex(messageId)]])];
  const filter = { ...range, address: toHex(WARP_ADDRESS), groups };
  const logs = await findLogs({ ...request, chainId }, filter, MOST_SENDINGS);
  const [first] = logs;
  if (first === undefined) return { range, ...NOT_SENT };
  const { blocks, isC } = await readEvm(chainId, async ({ db, facts }) => ({
    blocks: await readBlocks(
      db,
      logs.map(({ blockNumber }) => Number(blockNumber)),
    ),
    isC: isCChain(facts),
  }));
  const timeOf = new Map(blocks.map(({ height, time }) => [height, time]));
  const [message] = sentIn(first, service.labels.of(chainId, isC).books(WARP_ADDRESS));
  const sentBy = logs.flatMap(({ transactionHash: txHash, blockNumber }) => {
    const height = Number(blockNumber);
    const blockTimestamp = timeOf.get(height);
    return blockTimestamp === undefined
      ? []
      : [{ chainId, txHash, blockNumber: String(height), blockTimestamp }];
  });
  return { range, message, sentBy };
}

/** Transactions that are looked through: of a validation, or the newest of any if it is not known which. */
const MOST_OF_VALIDATION = 1_000;
const MOST_OF_ANY = 200;
const CARRIERS = [registerL1ValidatorTx, setL1ValidatorWeightTx];

export async function findCarriers(
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
  const decoded = [...(await decodePTxs(context, positions))].filter(([, { tx }]) => {
    const signed = "message" in tx.unsigned ? tx.unsigned.message : undefined;
    return signed !== undefined && toHex(decodeWarpMessage(signed).messageId) === id;
  });
  const rows = await readTxs(
    db,
    CHAIN.p,
    decoded.map(([position]) => position),
  );
  return decoded.flatMap(([position, { tx, block }]) => {
    const row = rows.get(position);
    // Messages came after times of blocks: those are known.
    if (row === undefined || row.time === null) return [];
    return {
      txHash: formatId(row.tx_id),
      txType: tx.txType,
      blockNumber: String(block.height),
      blockTimestamp: row.time,
    };
  });
}
