import { findEvmChain } from "@/app/[chain]/evm-chain";
import { Part, soon } from "@/app/part";
import { api, toResult } from "@/app/server";
import { RailStakes, RailTokens } from "@/components/address/rail";
import { stakeRowOf } from "@/components/address/stake-row";
import { NftThumbs } from "@/components/evm/nft/nft-thumbs";
import { STACK } from "@/components/ui/layout";
import { PANEL_BODY, Panel } from "@/components/ui/panel";
import { listCollectibleBalances, listErc20Balances } from "@/lib/contract/data/evm-balances";
import { listActivePrimaryNetworkStakingTransactions } from "@/lib/contract/data/primary-network-transactions";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { sayError } from "@/lib/words/sentence";
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

/** Current stakes and holdings, beside the transactions. A list that could not be read says so in its place. */
export async function Rail({ identity, status, l1 }: RailProps) {
  const [stakes, nfts, { tokens }] = await Promise.all([
    readStakes(identity, status.network.servedAs),
    readNfts(identity, l1 ?? "c"),
    // Some balances are the node's answers to a call.
    soon("node", { tokens: readTokens(identity, l1 ?? "c") }),
  ]);
  const params = { address: identity.canonical };
  return (
    <div className={STACK}>
      {stakes instanceof FirnError && <Unread title="Active stakes" error={stakes} />}
      {stakes !== undefined && !(stakes instanceof FirnError) && (
        <RailStakes
          rows={stakes.transactions.map(stakeRowOf)}
          hasMore={stakes.nextPageToken !== undefined}
          href={hrefTo("address", params, { tab: "staking", chain: undefined })}
        />
      )}
      <Part what="token balances" answer={tokens} failed={(error) => <Unread title="Tokens" error={error} />}>
        {(found) =>
          found !== undefined && (
            <RailTokens
              chain={found.chain}
              tokens={found.erc20TokenBalances}
              hasMore={found.nextPageToken !== undefined}
              href={hrefTo("address", params, { tab: "tokens", chain: l1 })}
            />
          )
        }
      </Part>
      {nfts instanceof FirnError && <Unread title="NFTs" error={nfts} />}
      {nfts !== undefined && !(nfts instanceof FirnError) && (
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

function Unread({ title, error }: { title: string; error: FirnError }) {
  return (
    <Panel title={title} aside="not known">
      <p className={PANEL_BODY}>{sayError(error)}</p>
    </Panel>
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
  return answer;
}

async function readTokens({ account }: Identity, segment: string) {
  const evm = await toResult(findEvmChain(segment));
  if (account === undefined || evm === undefined) return undefined;
  if (evm instanceof FirnError) return evm;
  const params = { chainId: evm.evmChainId, address: account };
  const answer = await toResult(api().get(listErc20Balances, { params, query: { pageSize: RAIL_ROWS } }));
  return answer instanceof FirnError ? answer : { ...answer, chain: evm };
}

async function readNfts({ account }: Identity, segment: string) {
  const evm = await toResult(findEvmChain(segment));
  if (account === undefined || evm === undefined) return undefined;
  if (evm instanceof FirnError) return evm;
  const params = { chainId: evm.evmChainId, address: account };
  const answer = await toResult(
    api().get(listCollectibleBalances, { params, query: { pageSize: RAIL_NFTS } }),
  );
  return answer instanceof FirnError ? answer : { ...answer, chain: evm };
}
