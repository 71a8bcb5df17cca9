import { findEvmChain } from "@/app/[chain]/evm-chain";
import { api, toResult } from "@/app/server";
import { RailStakes, RailTokens } from "@/components/address/rail";
import { stakeRowOf } from "@/components/address/stake-row";
import { NftThumbs } from "@/components/evm/nft/nft-thumbs";
import { STACK } from "@/components/ui/layout";
import { listCollectibleBalances, listErc20Balances } from "@/lib/contract/data/evm-balances";
import { listActivePrimaryNetworkStakingTransactions } from "@/lib/contract/data/primary-network-transactions";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import type { Identity } from "./identity";

/** Rows of each list in the rail. The tabs have the rest. */
const RAIL_ROWS = 5;
const RAIL_NFTS = 9;

interface RailProps {
  identity: Identity;
  status: FirnStatus;
  /** EVM chain id of the chosen L1. */
  l1?: string | undefined;
}

/** Current stakes and holdings, beside the transactions. A list that could not be read is left to its tab. */
export async function Rail({ identity, status, l1 }: RailProps) {
  const [stakes, tokens, nfts] = await Promise.all([
    readStakes(identity, status.network.servedAs),
    readTokens(identity, l1 ?? "c"),
    readNfts(identity, l1 ?? "c"),
  ]);
  const params = { address: identity.canonical };
  return (
    <div className={STACK}>
      {stakes !== undefined && (
        <RailStakes
          rows={stakes.transactions.map(stakeRowOf)}
          hasMore={stakes.nextPageToken !== undefined}
          href={hrefTo("address", params, { tab: "staking" })}
        />
      )}
      {tokens !== undefined && (
        <RailTokens
          chain={tokens.chain}
          tokens={tokens.erc20TokenBalances}
          hasMore={tokens.nextPageToken !== undefined}
          href={hrefTo("address", params, { tab: "tokens", chain: l1 })}
        />
      )}
      {nfts !== undefined && (
        <NftThumbs
          chain={nfts.chain}
          tokens={nfts.collectibleBalances}
          hasMore={nfts.nextPageToken !== undefined}
          href={hrefTo("address", params, { tab: "nfts", chain: l1 })}
          mediaSchemes={status.media ?? []}
        />
      )}
    </div>
  );
}

async function readStakes({ key }: Identity, network: string) {
  if (key === undefined) return undefined;
  const answer = await toResult(
    api().get(listActivePrimaryNetworkStakingTransactions, {
      params: { network, blockchainId: "p-chain" },
      query: { addresses: key, pageSize: RAIL_ROWS },
    }),
  );
  return answer instanceof FirnError ? undefined : answer;
}

async function readTokens({ account }: Identity, segment: string) {
  const evm = await toResult(findEvmChain(segment));
  if (account === undefined || evm === undefined || evm instanceof FirnError) return undefined;
  const params = { chainId: evm.evmChainId, address: account };
  const answer = await toResult(api().get(listErc20Balances, { params, query: { pageSize: RAIL_ROWS } }));
  return answer instanceof FirnError ? undefined : { ...answer, chain: evm };
}

async function readNfts({ account }: Identity, segment: string) {
  const evm = await toResult(findEvmChain(segment));
  if (account === undefined || evm === undefined || evm instanceof FirnError) return undefined;
  const params = { chainId: evm.evmChainId, address: account };
  const answer = await toResult(
    api().get(listCollectibleBalances, { params, query: { pageSize: RAIL_NFTS } }),
  );
  return answer instanceof FirnError ? undefined : { ...answer, chain: evm };
}
