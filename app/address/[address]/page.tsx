import { readCodeSize } from "@/app/[chain]/code-size";
import { chainParams, sourceOf } from "@/app/[chain]/commands";
import { findEvmChain } from "@/app/[chain]/evm-chain";
import { headOf } from "@/app/[chain]/network";
import { requireStatus } from "@/app/[chain]/read";
import { type Holdings, readHoldings } from "@/app/address/balances";
import { type Identity, readIdentity } from "@/app/address/identity";
import { ADDRESS_QUERY, type AddressParams, readMoment } from "@/app/address/params";
import { TabContent } from "@/app/address/tab-content";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { Part, soon } from "@/app/part";
import { api, failureOf, toResult } from "@/app/server";
import { BalanceMatrix } from "@/components/address/balance-matrix";
import { Forms } from "@/components/address/forms";
import type { ChainHoldings } from "@/components/address/holdings";
import { approvalsOf, listCounts } from "@/components/address/list-counts";
import { isOfContract, TABS, TabNav } from "@/components/address/tabs";
import { queryOfFilter } from "@/components/address/tx-filter";
import { homeL1Of, kindOf } from "@/components/address/who";
import { WhoFacts } from "@/components/address/who-facts";
import { CodeSize } from "@/components/evm/code-size";
import { CsvLink } from "@/components/list/csv-link";
import { formatUtc } from "@/components/list/list-params";
import { CopyAs } from "@/components/provenance/copy-as";
import { Failure } from "@/components/state/failure";
import { PartialNotice } from "@/components/state/partial-notice";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAIN_LETTERS } from "@/components/ui/chains";
import { GrainMark } from "@/components/ui/grain-mark";
import { PageHead } from "@/components/ui/page-head";
import { WatchButton } from "@/components/watch/watch-button";
import { fromHex } from "@/lib/avalanche/codec/bytes";
import { isPrecompile } from "@/lib/avalanche/evm/precompiles";
import { listTransactions } from "@/lib/contract/data/evm-transactions";
import { getBalancesByAddresses } from "@/lib/contract/data/primary-network-balances";
import { listApprovals } from "@/lib/contract/firn/approvals";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import { groupDigits, headTail } from "@/lib/words/format";

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
  const href = hrefTo("address", { address: identity.canonical }, { at: asked.at, chain: undefined });
  const content = { identity, status, asked: atHome(asked, identity), href };
  // The parts are asked for at once: none waits for another.
  const shown = readShown(content);
  return (
    <>
      <Head {...content} />
      <PartialNotice status={status} of={CHAIN_LETTERS} />
      <Balances {...content} shown={shown} />
      <Tabs {...content} shown={shown} />
      <TabContent {...content} />
    </>
  );
}

/** An address that is only in an L1's transactions shows that L1, unless another chain is asked for. */
function atHome(asked: AddressParams, { chains }: Identity): AddressParams {
  const { chain, l1 } = asked.filter;
  const home = chain === undefined && l1 === undefined ? homeL1Of(chains) : undefined;
  return home === undefined ? asked : { ...asked, filter: { ...asked.filter, l1: home } };
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
  const path = hrefTo("address", { address: canonical }, { chain: undefined });
  const [jsonPath, codes] = await Promise.all([jsonPathOf(identity, status), readCodes(identity)]);
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
            {account !== undefined && (
              <ChainTag chain={homeL1Of(identity.chains) === undefined ? "C" : "L1"} />
            )}
            <span>{kindOf(identity)}</span>
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
            <WatchButton addresses={[key, account].filter((form) => form !== undefined)} />
            {jsonPath !== undefined && (
              <CopyAs jsonPath={jsonPath} curl={(await sourceOf(jsonPath)).curl} path={path} />
            )}
            {/* The staking tab has several lists, each with its own, and events have theirs below. */}
            {!["staking", "events"].includes(asked.tab) && !isOfContract(asked.tab) && (
              <CsvLink
                href={hrefTo(
                  "addressCsv",
                  { address: canonical },
                  { ...queryOfFilter(asked.filter), list: asked.tab === "txs" ? undefined : asked.tab },
                )}
              />
            )}
          </>
        }
        idline={
          <>
            <Forms address={key} account={account} evidence={evidence} {...formsKnown(identity)} />
            <WhoFacts
              address={canonical}
              who={identity}
              codeOf={(chain) => (
                <Part what="the size of its code" answer={codes[chain]} waiting={<Waits />}>
                  {(bytes) => <CodeSize bytes={bytes} />}
                </Part>
              )}
            />
          </>
        }
      />
    </div>
  );
}

/** Bytes of its code on every chain that it is a contract of; undefined if the node did not say. */
function readCodes({ canonical, chains }: Identity) {
  const contracts = chains.filter(({ contract }) => contract !== undefined);
  return soon("node", Object.fromEntries(contracts.map(({ chain }) => [chain, readCode(chain, canonical)])));
}

async function readCode(chain: string, address: string): Promise<number | undefined> {
  const found = await toResult(findEvmChain(chain));
  if (found === undefined || found instanceof FirnError) return undefined;
  return readCodeSize(found.evmChainId, address);
}

function Waits() {
  return <span className="text-ink-3">being asked for</span>;
}

/** A contract has no key, and where blocks are missing its signature may be in them. */
function formsKnown({ chains, unread }: Identity): { hasNoKey: boolean; unread: readonly string[] } {
  return { hasNoKey: chains.some(({ contract }) => contract !== undefined), unread };
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

/** What the address owns, now or at a time that the reader chose. */
interface Shown {
  holdings: Holdings | FirnError;
  /** Unix seconds; undefined for now. */
  at: number | undefined;
  /** What is wrong with the chosen time. */
  fault: string | undefined;
}

async function readShown({ identity, status, asked }: ContentProps): Promise<Shown> {
  const moment = readMoment(asked.at, headOf("p", status)?.time);
  const { l1 } = asked.filter;
  const holdings = await toResult(readHoldings(identity, { at: moment.at, l1 }));
  // The API refuses times before the genesis: it knows that time.
  const refused = holdings instanceof FirnError && holdings.code === "BAD_PARAMETER";
  if (!refused || moment.at === undefined) return { holdings, at: moment.at, fault: moment.problem };
  const now = await toResult(readHoldings(identity, { at: undefined, l1 }));
  return { holdings: now, at: undefined, fault: `${holdings.message}.` };
}

type ShownProps = ContentProps & { href: string; shown: Promise<Shown> };

async function Balances({ status, asked, href, shown }: ShownProps) {
  const { holdings, at, fault } = await shown;
  const now = headOf("p", status)?.time;
  const matrixOf = (rows: ChainHoldings[]) => (
    <BalanceMatrix
      rows={rows}
      href={withQuery<"address">(href, ADDRESS_QUERY.write({ tab: asked.tab, filter: asked.filter, at: "" }))}
      time={at}
      at={asked.at}
      today={now === undefined ? undefined : formatUtc(now).slice(0, 10)}
      problem={fault}
    />
  );
  if (holdings instanceof FirnError) return <Failure what="balances" failure={failureOf(holdings)} />;
  return (
    <Part what="balances" answer={holdings.complete ?? holdings.rows} waiting={matrixOf(holdings.rows)}>
      {matrixOf}
    </Part>
  );
}

async function Tabs({ identity, asked, href, shown }: ShownProps) {
  const { l1 } = asked.filter;
  const [{ holdings }, { approvals }] = await Promise.all([
    shown,
    soon("node", { approvals: countApprovals(identity, l1) }),
  ]);
  const counts = { ...listCounts(identity.chains, l1), ...utxoCount(holdings) };
  if (typeof approvals === "string") counts.approvals = approvals;
  const { account } = identity;
  const isContract =
    identity.chains.some(({ contract }) => contract !== undefined) ||
    (account !== undefined && isPrecompile(fromHex(account.toLowerCase())));
  return <TabNav href={href} tab={asked.tab} l1={l1} counts={counts} isContract={isContract} />;
}

/** Approvals counted at most. */
const MOST_APPROVALS = 100;

/** How many approvals of an account stand, which only contracts know. Undefined where they do not say, or there are none. */
async function countApprovals(
  { account, chains }: Identity,
  l1: string | undefined,
): Promise<string | undefined> {
  if (account === undefined || (approvalsOf(chains, l1) ?? 0) === 0) return undefined;
  const chain = await toResult(findEvmChain(l1 ?? "c"));
  if (chain === undefined || chain instanceof FirnError) return undefined;
  const request = {
    params: { chainId: chain.evmChainId, address: account },
    query: { pageSize: MOST_APPROVALS },
  };
  const page = await toResult(api().get(listApprovals, request));
  if (page instanceof FirnError || page.approvals.some(({ isConfirmed }) => !isConfirmed)) return undefined;
  return `${page.approvals.length}${page.nextPageToken === undefined ? "" : "+"}`;
}

/** Live outputs, each of which counts towards one balance. */
function utxoCount(holdings: Holdings | FirnError): { utxos?: string } {
  if (holdings instanceof FirnError) return {};
  const cells = holdings.rows.flatMap(({ cells }) => Object.values(cells));
  return { utxos: groupDigits(cells.reduce((sum, { utxoCount = 0 }) => sum + utxoCount, 0)) };
}
