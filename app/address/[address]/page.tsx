import { chainParams } from "@/app/[chain]/commands";
import { findEvmChain } from "@/app/[chain]/evm-chain";
import { headOf } from "@/app/[chain]/network";
import { requireStatus } from "@/app/[chain]/read";
import { readHoldings } from "@/app/address/balances";
import { type Identity, readIdentity } from "@/app/address/identity";
import { ADDRESS_QUERY, type AddressParams, readMoment } from "@/app/address/params";
import { TabContent } from "@/app/address/tab-content";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { config, failureOf, toResult } from "@/app/server";
import { BalanceMatrix } from "@/components/address/balance-matrix";
import { Forms } from "@/components/address/forms";
import type { ChainHoldings } from "@/components/address/holdings";
import { TABS, TabNav } from "@/components/address/tabs";
import { queryOfFilter } from "@/components/address/tx-filter";
import { CsvLink } from "@/components/list/csv-link";
import { formatUtc } from "@/components/list/list-params";
import { firnCommand } from "@/components/provenance/commands";
import { CopyAs } from "@/components/provenance/copy-as";
import { Failure } from "@/components/state/failure";
import { GenesisNotice } from "@/components/state/genesis-notice";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { ChainTag } from "@/components/ui/chain-tag";
import { headTail } from "@/components/ui/format";
import { GrainMark } from "@/components/ui/grain-mark";
import { PageHead } from "@/components/ui/page-head";
import { listTransactions } from "@/lib/contract/data/evm-transactions";
import { getBalancesByAddresses } from "@/lib/contract/data/primary-network-balances";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

export const generateMetadata = defineTitle("address", ({ params: { address }, query, found }) =>
  found instanceof FirnError ? "Address" : `${headTail(address)} — ${TABS[query.tab]} of an address`,
);

export default definePage("address", AddressPage);

/** One key on three chains: its forms, what they own now or at a time, and what they did. */
async function AddressPage({ params: { address }, query: asked, found }: PageProps<"address">) {
  const [identity, status] = await Promise.all([toResult(readIdentity(address)), toResult(requireStatus())]);
  if (found instanceof FirnError) return <AddressFailure address={address} error={found} />;
  if (identity instanceof FirnError) return <AddressFailure address={address} error={identity} />;
  if (status instanceof FirnError) return <AddressFailure address={address} error={status} />;
  return (
    <>
      <Head identity={identity} status={status} asked={asked} />
      <NodeAwayNotice status={status} />
      <GenesisNotice status={status} />
      <Content identity={identity} status={status} asked={asked} />
    </>
  );
}

function AddressFailure({ address, error }: { address: string; error: FirnError }) {
  return (
    <>
      <PageHead title={headTail(address)} />
      <Failure what="this address" failure={failureOf(error)} />
    </>
  );
}

async function Head({ identity, status, asked }: ContentProps) {
  const { canonical, key, account, evidence } = identity;
  const path = hrefTo("address", { address: canonical });
  const jsonPath = await jsonPathOf(identity, status);
  return (
    <div>
      <PageHead
        eyebrow={
          <>
            {key !== undefined && (
              <>
                <ChainTag chain="P" />
                <ChainTag chain="X" />
              </>
            )}
            {account !== undefined && <ChainTag chain="C" />}
            <span>{evidence === undefined ? "An address" : "One key, three chains"}</span>
          </>
        }
        title={
          <span className="inline-flex items-center gap-3">
            <GrainMark id={canonical} large />
            {headTail(canonical)}
          </span>
        }
        actions={
          <>
            {jsonPath !== undefined && (
              <CopyAs
                jsonPath={jsonPath}
                curl={firnCommand(`http://127.0.0.1:${config().apiPort}`, jsonPath).text}
                path={path}
              />
            )}
            <CsvLink href={hrefTo("addressCsv", { address: canonical }, queryOfFilter(asked.filter))} />
          </>
        }
        idline={<Forms address={key} account={account} evidence={evidence} />}
      />
    </div>
  );
}

/** REST path about an address: what it owns on the P-Chain, or what its account did on the C-Chain. */
async function jsonPathOf({ key, account }: Identity, status: FirnStatus): Promise<string | undefined> {
  if (key !== undefined)
    return fillRoute(getBalancesByAddresses, {
      params: chainParams(status, "p"),
      query: { addresses: key },
    });
  const evm = await toResult(findEvmChain("c"));
  if (evm === undefined || evm instanceof FirnError) return undefined;
  return account === undefined
    ? undefined
    : fillRoute(listTransactions, { params: { chainId: evm.evmChainId, address: account } });
}

interface ContentProps {
  identity: Identity;
  status: FirnStatus;
  asked: AddressParams;
}

async function Content({ identity, status, asked }: ContentProps) {
  const href = hrefTo("address", { address: identity.canonical }, { at: asked.at });
  const now = headOf("p", status)?.time;
  const moment = readMoment(asked.at, now);
  const read = await toResult(readHoldings(identity, { at: moment.at, l1: asked.filter.l1 }));
  // The API refuses times before the genesis: it knows that time.
  const refused = read instanceof FirnError && read.code === "BAD_PARAMETER" && moment.at !== undefined;
  const holdings = refused
    ? await toResult(readHoldings(identity, { at: undefined, l1: asked.filter.l1 }))
    : read;
  const fault = refused ? `${read.message}.` : moment.problem;
  return (
    <>
      {holdings instanceof FirnError ? (
        <Failure what="balances" failure={failureOf(holdings)} />
      ) : (
        <BalanceMatrix
          rows={holdings}
          href={withQuery<"address">(
            href,
            ADDRESS_QUERY.write({ tab: asked.tab, filter: asked.filter, at: "" }),
          )}
          time={fault === undefined ? moment.at : undefined}
          at={asked.at}
          today={now === undefined ? undefined : formatUtc(now).slice(0, 10)}
          problem={fault}
        />
      )}
      <TabNav href={href} tab={asked.tab} counts={countsOf(holdings)} />
      <TabContent identity={identity} status={status} asked={asked} href={href} />
    </>
  );
}

/** Live outputs, each of which counts towards one balance. */
function countsOf(holdings: ChainHoldings[] | FirnError): { utxos?: number } {
  if (holdings instanceof FirnError) return {};
  const cells = holdings.flatMap(({ cells }) => Object.values(cells));
  return { utxos: cells.reduce((sum, { utxoCount = 0 }) => sum + utxoCount, 0) };
}
