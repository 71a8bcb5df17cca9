import type { ReactNode } from "react";
import { readAccounts } from "@/app/[chain]/accounts/accounts";
import { readMonths } from "@/app/[chain]/accounts/months";
import { listL1Chains } from "@/app/[chain]/evm-chain";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { Part, soon } from "@/app/part";
import { failureOf, toResult } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { HistoryNote } from "@/components/evm/history-note";
import { AccountList, type AccountPage } from "@/components/evm/lists/account-list";
import { ListsNav } from "@/components/evm/lists/lists-nav";
import { MonthsPanel } from "@/components/evm/lists/months-panel";
import { SubnetButton } from "@/components/evm/subnet-crumb";
import { ChainNav } from "@/components/list/chain-nav";
import { CsvLink } from "@/components/list/csv-link";
import { Failure } from "@/components/state/failure";
import { RetryButton } from "@/components/state/retry-button";
import { EmptyState } from "@/components/state/state";
import { STACK } from "@/components/ui/layout";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { groupDigits, plural } from "@/lib/words/format";
import { sayError } from "@/lib/words/sentence";

const PAGE_ROWS = 25;

export const generateMetadata = defineTitle("accounts", ({ found }) =>
  found instanceof FirnError ? "Accounts" : titleOf(found.chain),
);

export default definePage("accounts", AccountsPage);

async function AccountsPage({ found }: PageProps<"accounts">) {
  if (found instanceof FirnError)
    return (
      <>
        <PageHead title="Accounts" />
        <Failure what="accounts" failure={failureOf(found)} />
      </>
    );
  const { chain, after } = found;
  const [l1s, { accounts }, { months }] = await Promise.all([
    listL1Chains(),
    soon("node", { accounts: toResult(readAccounts(chain, { after, pageSize: PAGE_ROWS })) }),
    soon("store", { months: toResult(readMonths(chain)) }),
  ]);
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <ChainNav chain={chain.segment} noun="accounts" l1s={l1s} />
            <ListsNav chain={chain} current="accounts" />
          </>
        }
        title={titleOf(chain)}
        actions={
          <>
            <CsvLink href={hrefTo("accountsCsv", { chain: chain.segment }, { after })} />
            {chain.subnetId !== undefined && <SubnetButton subnetId={chain.subnetId} />}
          </>
        }
      />
      <HistoryNote chain={chain} of="both" />
      <div className={STACK}>
        <Part
          what="the balances"
          answer={accounts}
          failed={(error) => <NotListed chain={chain} error={error} />}
        >
          {({ page, path }) => <Listed chain={chain} path={path} page={page} after={after} />}
        </Part>
        <Part what="the months" answer={months}>
          {(known) => known.length > 0 && <MonthsPanel months={known} />}
        </Part>
      </div>
    </>
  );
}

function titleOf({ name }: EvmChain): string {
  return `${name} accounts`;
}

interface ListedProps {
  chain: EvmChain;
  path: string;
  page: AccountPage;
  after: string | undefined;
}

function Listed({ chain, path, page, after }: ListedProps): ReactNode {
  const { accountsAsked, accountsUnknown: unknown } = page;
  const asked = plural(accountsAsked, "address", "addresses");
  return (
    <div>
      {page.accounts.length === 0 ? (
        <Panel label={titleOf(chain)}>
          <EmptyState title="No accounts here">Nothing follows this position.</EmptyState>
        </Panel>
      ) : (
        <AccountList chain={chain} path={path} first={page} after={after} />
      )}
      <p className="mt-3 text-small text-ink-3">
        {`The node was asked for the balances of ${asked} that transactions, calls, token transfers and the newest block name${unknown === undefined ? "" : `, and did not tell ${groupDigits(unknown)} of them`}. Others, such as accounts of the genesis that never acted, are not in this list.`}
      </p>
    </div>
  );
}

/** What keeps a list from being made is said in the API's words. */
function NotListed({ chain, error }: { chain: EvmChain; error: FirnError }) {
  const { code } = error;
  if (code !== "NOT_FOUND" && code !== "HISTORY_PARTIAL" && code !== "BUSY")
    return <Failure what="the balances" failure={failureOf(error)} />;
  return (
    <Panel label={titleOf(chain)}>
      <EmptyState
        title={code === "BUSY" ? "No list of balances yet" : "No list of balances"}
        action={code === "BUSY" ? <RetryButton>Try again</RetryButton> : undefined}
      >
        {sayError(error)}
      </EmptyState>
    </Panel>
  );
}
