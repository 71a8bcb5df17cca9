import { listL1Chains } from "@/app/[chain]/evm-chain";
import type { FoundTokens } from "@/app/[chain]/tokens/find";
import { readTokens } from "@/app/[chain]/tokens/tokens";
import { failureOf, toResult } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { HistoryNote } from "@/components/evm/history-note";
import { ListsNav } from "@/components/evm/lists/lists-nav";
import { type TokenKind, TokenList } from "@/components/evm/lists/token-list";
import { SubnetButton } from "@/components/evm/subnet-crumb";
import { ChainNav } from "@/components/list/chain-nav";
import { CsvLink } from "@/components/list/csv-link";
import { Failure } from "@/components/state/failure";
import { EmptyState } from "@/components/state/state";
import { button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

const PAGE_ROWS = 25;

/** The page of an EVM chain's tokens, or of its collections. */
export async function TokensView({ kind, found }: { kind: TokenKind; found: FoundTokens | FirnError }) {
  if (found instanceof FirnError)
    return (
      <>
        <PageHead title={kind === "tokens" ? "Tokens" : "Collections"} />
        <Failure what={kind} failure={failureOf(found)} />
      </>
    );
  const { chain, position } = found;
  const [l1s, list] = await Promise.all([
    listL1Chains(),
    toResult(readTokens(chain, kind, { ...position, pageSize: PAGE_ROWS })),
  ]);
  const title = tokensTitle(chain, kind);
  const csv = kind === "tokens" ? "tokensCsv" : "collectionsCsv";
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <ChainNav chain={chain.segment} noun={kind} l1s={l1s} />
            <ListsNav chain={chain} current={kind} />
          </>
        }
        title={title}
        actions={
          <>
            <CsvLink href={hrefTo(csv, { chain: chain.segment }, { ...position })} />
            {chain.subnetId !== undefined && <SubnetButton subnetId={chain.subnetId} />}
          </>
        }
      />
      <HistoryNote chain={chain} of="both" />
      {list instanceof FirnError ? (
        <Failure what={kind} failure={failureOf(list)} />
      ) : list.page.tokens.length === 0 ? (
        <Empty chain={chain} kind={kind} isStart={position.after === undefined} />
      ) : (
        <TokenList chain={chain} kind={kind} path={list.path} first={list.page} params={position} />
      )}
    </>
  );
}

export function tokensTitle({ name }: Pick<EvmChain, "name">, kind: TokenKind): string {
  return `${name} ${kind}`;
}

function Empty({ chain, kind, isStart }: { chain: EvmChain; kind: TokenKind; isStart: boolean }) {
  const what = kind === "tokens" ? "an ERC-20 token" : "an ERC-721 or ERC-1155 collection";
  const first = chain.history === undefined ? "" : " that Firn has";
  return (
    <Panel label={tokensTitle(chain, kind)}>
      <EmptyState
        title={`No ${kind} here`}
        action={
          isStart ? (
            <a className={button()} href={hrefTo("contracts", { chain: chain.segment })}>
              See contracts
            </a>
          ) : (
            <a className={button()} href={hrefTo(kind, { chain: chain.segment })}>
              See the first
            </a>
          )
        }
      >
        {isStart
          ? `No transfer of ${what} is in any ${chain.name} block${first}.`
          : "Nothing follows this position."}
      </EmptyState>
    </Panel>
  );
}
