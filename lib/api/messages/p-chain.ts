import { toHex } from "../../avalanche/codec/bytes";
import { formatId, parseId } from "../../avalanche/ids";
import { registerL1ValidatorTx } from "../../avalanche/p/txs/register-l1-validator";
import { setL1ValidatorWeightTx } from "../../avalanche/p/txs/set-l1-validator-weight";
import { decodeWarpMessage, type WarpMessage } from "../../avalanche/warp";
import type { SentWarpMessage } from "../../contract/firn/evm-warp";
import type { MessageDetail } from "../../contract/firn/messages";
import { findValidation } from "../../store/queries/l1-validator";
import { findSubnet } from "../../store/queries/subnet";
import { listTxs, readTxs } from "../../store/queries/tx";
import { CHAIN } from "../../store/rows/columns";
import type { RequestContext } from "../handler";
import { decodePTxs } from "../transactions/p-facts";

/** Whether the P-Chain would take a message: from the manager of an L1, about one of its validators, and not too late. */
export async function isExpectedOnP(
  { db }: RequestContext,
  { sender, sourceBlockchainId, l1Message }: SentWarpMessage,
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

/** Transactions that are looked through: of a validation, or the newest of any if it is not known which. */
const MOST_OF_VALIDATION = 1_000;
const MOST_OF_ANY = 200;
const CARRIERS = [registerL1ValidatorTx, setL1ValidatorWeightTx];

/** A message as a P-Chain transaction carries it. */
export interface Carried {
  warp: WarpMessage;
  carrier: MessageDetail["carriedBy"][number];
}

/** Where the P-Chain has a message, newest first. */
export async function findCarriers(
  context: RequestContext,
  messageId: Uint8Array,
  validationId: string | undefined,
): Promise<Carried[]> {
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
  const decoded = [...(await decodePTxs(context, positions))].flatMap(([position, { tx, block }]) => {
    const signed = "message" in tx.unsigned ? tx.unsigned.message : undefined;
    const warp = signed && decodeWarpMessage(signed);
    return warp !== undefined && toHex(warp.messageId) === id ? [{ position, tx, block, warp }] : [];
  });
  const rows = await readTxs(
    db,
    CHAIN.p,
    decoded.map(({ position }) => position),
  );
  return decoded.flatMap(({ position, tx, block, warp }) => {
    const row = rows.get(position);
    // Messages came after times of blocks: those are known.
    if (row === undefined || row.time === null) return [];
    const carrier = {
      txHash: formatId(row.tx_id),
      txType: tx.txType,
      blockNumber: String(block.height),
      blockTimestamp: row.time,
    };
    return { warp, carrier };
  });
}
