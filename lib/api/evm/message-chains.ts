import { toHex } from "../../avalanche/codec/bytes";
import { formatId } from "../../avalanche/ids";
import type { TransactionDetail } from "../../contract/data/evm-transactions";
import { NodeError } from "../../errors";
import { kindOf } from "../../store/queries/evm/message";
import { findBlockchain } from "../../store/queries/subnet";
import type { MessageStepTable } from "../../store/tables/evm/chain";
import type { HandlerRequest } from "../handler";

/** A transaction's answer without its message's other chain, of which only the blockchain id is known. */
export interface Detail {
  body: TransactionDetail;
  /** What it did to a message of the messenger: to the first, if there are several. */
  message: MessageStepTable | undefined;
}

type Request = Pick<HandlerRequest<never>, "read" | "evmChains">;

/** Adds the message with the EVM chain id of the other chain, or its blockchain id if the EVM chain id is not known. */
export async function withMessage({ body, message }: Detail, request: Request): Promise<TransactionDetail> {
  return { ...body, ...(await nameMessage(message, request)) };
}

/** A transaction's message as answers have it; nothing if there is none. */
export async function nameMessage(
  message: MessageStepTable | undefined,
  request: Request,
): Promise<Pick<TransactionDetail, "teleporterMessageInfo">> {
  if (message === undefined) return {};
  const otherChain = await nameChain(message.other_blockchain_id, request);
  const teleporterMessageId = toHex(message.message_id).slice(2);
  return {
    teleporterMessageInfo:
      message.kind === kindOf("sent")
        ? { teleporterMessageId, direction: "SOURCE_TRANSACTION", destinationChainId: otherChain }
        : { teleporterMessageId, direction: "DESTINATION_TRANSACTION", sourceChainId: otherChain },
  };
}

export async function nameChain(blockchainId: Uint8Array, { read, evmChains }: Request): Promise<string> {
  const id = formatId(blockchainId);
  const served = (await evmChains.list()).find((facts) => facts.blockchainId === id)?.evmChainId;
  if (served !== undefined) return served;
  const made = await read(({ db }) => findBlockchain(db, blockchainId)).catch((error: unknown) => {
    if (error instanceof NodeError) return undefined; // nothing of the P-Chain is indexed
    throw error;
  });
  return made?.evm_chain_id == null ? id : String(made.evm_chain_id);
}
