import { blockchainIdOf, headOf } from "@/app/[chain]/network";
import { api, failureOf, toResult } from "@/app/server";
import { ChainSeg } from "@/components/address/chain-seg";
import { AddressUtxos } from "@/components/address/later";
import { utxoRowOf } from "@/components/address/utxo-row";
import type { UtxoPage } from "@/components/address/utxos";
import { Failure } from "@/components/state/failure";
import { CHAIN_LETTERS, CHAINS } from "@/components/ui/chains";
import { formatId } from "@/lib/avalanche/ids";
import { getPChainUtxos, getXOrCChainUtxos } from "@/lib/contract/data/primary-network-utxos";
import { withQuery } from "@/lib/contract/pages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import { Nothing, type TabProps } from "./tab";

const PAGE_ROWS = 25;

/** Live outputs of an address on one chain, newest first. */
export async function UtxosTab({ identity, status, asked, ...props }: TabProps) {
  const { chain = "p" } = asked.filter;
  const { before } = asked.starts;
  const request = utxosRequest(status.network.servedAs, chain, {
    addresses: identity.key ?? "",
    before,
    pageSize: PAGE_ROWS,
  });
  const page = await toResult(readUtxos(chain, request));
  const href = withQuery<"address">(props.href, { tab: "utxos" });
  const chains = CHAIN_LETTERS.map((letter) => {
    const id = blockchainIdOf(letter, status);
    return { letter, id: id === undefined ? "" : formatId(id) };
  });
  return (
    <>
      <ChainSeg href={href} chain={chain} all={false} />
      {page instanceof FirnError ? (
        <Failure what="UTXOs" failure={failureOf(page)} />
      ) : page.rows.length === 0 ? (
        <Nothing title={`No UTXOs on the ${CHAINS[chain].name}`} status={status} chains={[chain]} />
      ) : (
        <AddressUtxos
          chain={chain}
          chains={chains}
          gaps={status.gaps ?? []}
          path={fillRoute(getPChainUtxos, request)}
          first={page}
          href={withQuery<"address">(href, { chain })}
          startHref={before === undefined ? undefined : withQuery<"address">(href, { chain })}
          now={headOf("p", status)?.time}
        />
      )}
    </>
  );
}

/** The request for unspent outputs on a chain. */
export function utxosRequest(
  network: string,
  chain: keyof typeof CHAINS,
  query: NonNullable<UtxoRequest["query"]>,
): UtxoRequest {
  return { params: { network, blockchainId: CHAINS[chain].apiName }, query };
}

type UtxoRequest = Parameters<typeof fillRoute<typeof getPChainUtxos>>[1];

/** A page cut down to its rows. @throws FirnError */
export async function readUtxos(chain: keyof typeof CHAINS, request: UtxoRequest): Promise<UtxoPage> {
  const { utxos, nextPageToken } = await api().get(
    chain === "p" ? getPChainUtxos : getXOrCChainUtxos,
    request,
  );
  return { rows: utxos.map(utxoRowOf), nextPageToken };
}
