import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { headOf } from "@/app/[chain]/network";
import { requireStatus } from "@/app/[chain]/read";
import { readHoldings } from "@/app/address/balances";
import { type Identity, readIdentity } from "@/app/address/identity";
import { type AddressParams, readAddressParams, readMoment } from "@/app/address/params";
import { TabContent } from "@/app/address/tab-content";
import { settle, troubleOf } from "@/app/server";
import { BalanceMatrix } from "@/components/address/balance-matrix";
import { Forms } from "@/components/address/forms";
import type { ChainHoldings } from "@/components/address/holdings";
import { TABS, TabNav } from "@/components/address/tabs";
import type { SearchParams } from "@/components/list/list-params";
import { queryOf } from "@/components/list/list-params";
import { Failure } from "@/components/state/failure";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { ChainTag } from "@/components/ui/chain-tag";
import { headTail } from "@/components/ui/format";
import { PageHead } from "@/components/ui/page-head";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { FirnError } from "@/lib/errors";

interface AddressPageProps {
  params: Promise<{ address: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params, searchParams }: AddressPageProps): Promise<Metadata> {
  const asked = readAddressParams(await searchParams);
  const identity = await settle(readIdentity((await params).address));
  if (asked === undefined || identity instanceof FirnError) return { title: "Address" };
  return { title: `${headTail(identity.canonical)} — ${TABS[asked.tab]} of an address` };
}

/** One key on three chains: its forms, what they own now or at a time, and what they did. */
export default async function AddressPage({ params, searchParams }: AddressPageProps) {
  const { address } = await params;
  const search = await searchParams;
  const asked = readAddressParams(search);
  if (asked === undefined) notFound();
  const [identity, status] = await Promise.all([settle(readIdentity(address)), settle(requireStatus())]);
  if (identity instanceof FirnError || status instanceof FirnError) {
    const fault = identity instanceof FirnError ? identity : (status as FirnError);
    if (fault.code === "BAD_PARAMETER") notFound();
    return (
      <>
        <PageHead title={headTail(address)} />
        <Failure what="this address" trouble={troubleOf(fault)} />
      </>
    );
  }
  if (identity.canonical !== address) {
    const kept = queryOf(
      Object.fromEntries(Object.entries(search).map(([name, value]) => [name, [value].flat()[0]])),
    );
    permanentRedirect(`/address/${identity.canonical}${kept === "" ? "" : `?${kept}`}`);
  }
  return (
    <>
      <Head identity={identity} />
      <NodeAwayNotice status={status} />
      <Content identity={identity} status={status} asked={asked} />
    </>
  );
}

function Head({ identity: { canonical, key, account, evidence } }: { identity: Identity }) {
  return (
    <div className="addr-head">
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
        title={headTail(canonical)}
        idline={<Forms address={key} account={account} evidence={evidence} />}
      />
    </div>
  );
}

interface ContentProps {
  identity: Identity;
  status: FirnStatus;
  asked: AddressParams;
}

async function Content({ identity, status, asked }: ContentProps) {
  const path = `/address/${identity.canonical}`;
  const now = headOf("p", status)?.time;
  const moment = readMoment(asked.at, now);
  const read = await settle(readHoldings(identity, { at: moment.at, l1: asked.l1 }));
  // Times before the genesis are for the API to refuse: it knows that time.
  const refused = read instanceof FirnError && read.code === "BAD_PARAMETER" && moment.at !== undefined;
  const holdings = refused ? await settle(readHoldings(identity, { at: undefined, l1: asked.l1 })) : read;
  const fault = refused ? `${read.message}.` : moment.fault;
  const suffix = asked.at === "" ? "" : `&${queryOf({ at: asked.at })}`;
  return (
    <>
      {holdings instanceof FirnError ? (
        <Failure what="balances" trouble={troubleOf(holdings)} />
      ) : (
        <BalanceMatrix
          rows={holdings}
          href={`${path}?${queryOf({ tab: asked.tab, chain: asked.l1 ?? asked.chain })}`}
          time={fault === undefined ? moment.at : undefined}
          at={asked.at}
          fault={fault}
        />
      )}
      <TabNav path={path} tab={asked.tab} suffix={suffix} counts={countsOf(holdings)} />
      <TabContent identity={identity} status={status} asked={asked} path={path} suffix={suffix} />
    </>
  );
}

/** Live outputs: those of the balances, in which each stands once. */
function countsOf(holdings: ChainHoldings[] | FirnError): { utxos?: number } {
  if (holdings instanceof FirnError) return {};
  const cells = holdings.flatMap(({ cells }) => Object.values(cells));
  return { utxos: cells.reduce((sum, { utxoCount = 0 }) => sum + utxoCount, 0) };
}
