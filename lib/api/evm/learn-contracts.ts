import { fromHex } from "../../avalanche/codec/bytes";
import { readParties } from "../../store/queries/evm/address";
import { readFailures } from "../../store/queries/evm/failure";
import type { EvmContext, Service } from "../handler";
import type { ChainLabels } from "../labels/labels";
import type { ContractLook } from "../node/contract-looks";
import { requireTransaction } from "./transaction";

type ChainOfNode = Pick<EvmContext, "nodes" | "facts" | "labels"> & { evmChainId: string };

/**
 * The labels with what is known of contracts by their code: whose ABI is theirs, and what a proxy runs. Asks the node
 * only where an ABI could be found. Call it outside a snapshot.
 * @param addresses 0x hex in any case
 */
export async function learnContracts(
  { contractLooks }: Pick<Service, "contractLooks">,
  chain: ChainOfNode,
  addresses: readonly string[],
): Promise<ChainLabels> {
  const { labels } = chain;
  if (!labels.hasAbis) return labels;
  const bytes = addresses.map((address) => fromHex(address.toLowerCase()));
  return labels.knowing(await contractLooks.of(chain, bytes));
}

interface TransactionRequest {
  params: { chainId: string; txHash: string };
  service: Pick<Service, "contractLooks">;
  readEvm<T>(chainId: string, work: (context: EvmContext) => Promise<T>): Promise<T>;
}

/** What is known of the contracts that a transaction called, and in which it failed. @throws InputError NOT_FOUND */
export async function lookAtCalled({
  params,
  service,
  readEvm,
}: TransactionRequest): Promise<ContractLook[]> {
  const { chain, called } = await readEvm(params.chainId, async (context) => {
    const { db, nodes, facts, evmChainId, labels } = context;
    const { position, to_id } = await requireTransaction(context, params.txHash);
    const failures = labels.hasAbis ? await readFailures(db, [position]) : [];
    const ids = labels.hasAbis ? [to_id, ...failures.map(({ address_id }) => address_id)] : [];
    return { chain: { nodes, facts, evmChainId }, called: await readParties(db, ids) };
  });
  return called.size === 0
    ? []
    : service.contractLooks.of(
        chain,
        [...called.values()].map(({ address }) => address),
      );
}
