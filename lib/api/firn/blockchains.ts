import { formatId, parseId } from "../../avalanche/ids";
import type * as contract from "../../contract/firn/blockchains";
import { findBlockchain, findSubnet, listBlockchainsWithEvmId } from "../../store/queries/subnet";
import type { BlockchainTable } from "../../store/tables/staking";
import type { Handler, RequestContext } from "../handler";

const MOST = 5;

export const listKnownBlockchains: Handler<typeof contract.listKnownBlockchains> = ({ params, read }) =>
  read(async ({ db }) => {
    const rows = await listRows(db, params.chainId);
    return { blockchains: await Promise.all(rows.map((row) => presentBlockchain(db, row))) };
  });

async function listRows(db: RequestContext["db"], chainId: string): Promise<readonly BlockchainTable[]> {
  if (/^\d+$/.test(chainId)) return listBlockchainsWithEvmId(db, Number(chainId), MOST);
  const row = await findBlockchain(db, parseId(chainId));
  return row === undefined ? [] : [row];
}

async function presentBlockchain(
  db: RequestContext["db"],
  { name, blockchain_id, subnet_id, evm_chain_id }: BlockchainTable,
): Promise<contract.KnownBlockchain> {
  const subnet = await findSubnet(db, subnet_id);
  return {
    name,
    blockchainId: formatId(blockchain_id),
    subnetId: formatId(subnet_id),
    ...(evm_chain_id === null ? {} : { evmChainId: evm_chain_id }),
    isL1: subnet !== undefined && subnet.converted_position !== null,
  };
}
