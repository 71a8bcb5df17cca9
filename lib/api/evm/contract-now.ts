import type * as contract from "../../contract/firn/contracts";
import { NodeError } from "../../errors";
import { findAddressId } from "../../store/queries/evm/address";
import { readContract } from "../../store/queries/evm/token";
import { heightOf } from "../../store/rows/columns";
import type { EvmContext, HandlerRequest } from "../handler";
import { type ContractLook, lookAtContracts } from "../node/contract-looks";
import { addressOf } from "./address-page";

type ContractRequest = Pick<HandlerRequest<typeof contract.getContract>, "params" | "readEvm">;

/** A chain, and the height at which the contract was created as far as it is known. */
export type ContractChain = ReturnType<typeof chainOf> & { createdAt: number };

/** The contract as its node has it now, without what the node did not tell. @throws InputError NOT_FOUND */
export async function lookNow({
  params,
  readEvm,
}: ContractRequest): Promise<{ look: ContractLook; without?: string; chain: ContractChain }> {
  const address = addressOf(params.address);
  const chain = await readEvm(params.chainId, async (context) => ({
    ...chainOf(context),
    createdAt: await readCreatedAt(context, address),
  }));
  try {
    const [look] = await lookAtContracts(chain.nodes.contracts(chain.facts), [address]);
    return { look: look as ContractLook, chain };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return { look: { address, code: new Uint8Array() }, without: whyNot(error), chain };
  }
}

/** Height at which a contract was created; 0 if that is not known. */
export async function readCreatedAt({ db }: EvmContext, address: Uint8Array): Promise<number> {
  const id = await findAddressId(db, address);
  const row = id === undefined ? undefined : await readContract(db, id);
  return heightOf(row?.created_position ?? 0);
}

export function whyNot({ message }: NodeError): string {
  return `The node did not answer: ${message}.`;
}

export function chainOf({ nodes, facts, evmChainId, labels }: EvmContext) {
  return { nodes, facts, evmChainId, labels };
}
