import Link from "next/link";
import type { ReactNode } from "react";
import { EVM_TX_CHECKS, type EvmTxClaims } from "@/components/provenance/check-evm";
import { Checker } from "@/components/provenance/checker";
import { copySource } from "@/components/provenance/commands";
import { CopyAs } from "@/components/provenance/copy-as";
import { type Arrival, ArrivalList } from "@/components/provenance/on-this-node";
import { CheckedLink, CheckedPanel } from "@/components/provenance/outcome";
import { type Command, Terminal } from "@/components/provenance/terminal";
import { type Section, SectionNav } from "@/components/tx/section-nav";
import { TX_QUERY, type TxViews } from "@/components/tx/tx-query";
import { button } from "@/components/ui/button";
import { ChainTag } from "@/components/ui/chain-tag";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
import { COLUMNS, STACK } from "@/components/ui/layout";
import { PageHead, Slash } from "@/components/ui/page-head";
import { StatusPill } from "@/components/ui/status-pill";
import { TimeAgo } from "@/components/ui/time-ago";
import type { FirnEvmTransaction } from "@/lib/contract/firn/evm-transactions";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { formatTime, groupDigits } from "@/lib/words/format";
import type { EvmChain } from "../chain";
import { SubnetCrumb } from "../subnet-crumb";
import { timeOf } from "../time";
import { describeFirnEvmTx } from "./describe-evm-tx";
import { statusOf } from "./failure-words";
import { FeeBar } from "./fee-bar";
import { Input } from "./input";
import { RawTransaction } from "./raw-transaction";
import { Sequence, type SequenceRow } from "./sequence";
import { EvmTxFacts } from "./tx-facts";

export interface EvmTxViewProps {
  chain: EvmChain;
  detail: FirnEvmTransaction;
  /** Its lists: parts of the page of their own, since some come from the node. */
  transfers: ReactNode;
  calls: ReactNode;
  logs: ReactNode;
  stateChanges: ReactNode;
  warp: ReactNode;
  /** Calls of its tree; undefined while they are not known. */
  callCount: number | undefined;
  /** Number of transactions in its block; undefined when that could not be read. */
  siblings: number | undefined;
  /** When this node accepted its block; undefined where no index says so. */
  accepted: { arrival: Arrival; index: { stream: string; number: number } } | undefined;
  /** The sender's transactions before and after it. */
  sequence: SequenceRow[];
  commands: Command[];
  /** Same-origin path of its JSON. */
  jsonPath: string;
  views: EvmTxViews;
}

export type EvmTxViews = Pick<TxViews, "input" | "calls" | "raw">;

/** Address of the page of an EVM transaction in some views. */
export function evmTxHref({ segment }: EvmChain, txHash: string, views: EvmTxViews): string {
  return withQuery<"tx">(hrefTo("tx", { chain: segment, id: txHash }), TX_QUERY.write(views));
}

/** The page of an EVM transaction: head, facts, fee, transfers, internal calls, logs, bytes. */
export function EvmTxView(props: EvmTxViewProps) {
  const { chain, detail, accepted, sequence, commands, views } = props;
  const { nativeTransaction: tx } = detail;
  const hrefOf = (shown: Partial<EvmTxViews>) => evmTxHref(chain, tx.txHash, { ...views, ...shown });
  return (
    <Checker claims={claimsOf(chain, detail)}>
      <TxHead {...props} path={hrefTo("tx", { chain: chain.segment, id: tx.txHash })} />
      <SectionNav sections={sectionsOf(props)} />
      <div className={COLUMNS}>
        <div className={STACK}>
          <EvmTxFacts chain={chain} detail={detail} />
          <FeeBar chain={chain} tx={tx} />
          {props.transfers}
          {props.calls}
          {props.logs}
          {props.warp}
          {props.stateChanges}
          <Input chain={chain} detail={detail} view={views.input} hrefOf={(input) => hrefOf({ input })} />
          <RawTransaction hex={detail.bytes} view={views.raw} hrefOf={(raw) => hrefOf({ raw })} />
        </div>
        <div className={STACK}>
          <CheckedPanel titles={EVM_TX_CHECKS} />
          {accepted !== undefined && <ArrivalList {...accepted} />}
          <Sequence tx={tx} rows={sequence} />
          <Terminal commands={commands} />
        </div>
      </div>
    </Checker>
  );
}

function claimsOf(
  { evmChainId }: EvmChain,
  { nativeTransaction: tx, bytes, logCount }: FirnEvmTransaction,
): EvmTxClaims {
  return {
    kind: "evmTx",
    chainId: evmChainId,
    tx: bytes,
    txHash: tx.txHash,
    from: tx.from.address,
    height: tx.blockNumber,
    blockHash: tx.blockHash,
    txIndex: tx.blockIndex,
    status: tx.txStatus,
    gasUsed: tx.gasUsed,
    logCount,
  };
}

function sectionsOf({ detail, callCount = 0 }: EvmTxViewProps): Section[] {
  const { transferCount, internalTransactionCount, logCount, nativeTransaction: tx } = detail;
  const calls = callCount > 1 ? callCount : internalTransactionCount;
  return [
    { id: "overview", title: "Overview" },
    { id: "fee", title: "Fee" },
    ...(transferCount === 0 ? [] : [{ id: "transfers", title: "Transfers", count: transferCount }]),
    ...(calls === 0 ? [] : [{ id: "calls", title: "Internal calls", count: calls }]),
    ...(logCount === 0 ? [] : [{ id: "logs", title: "Logs", count: logCount }]),
    ...(tx.input === "0x" ? [] : [{ id: "input", title: "Input" }]),
    { id: "raw", title: "Raw" },
  ];
}

function TxHead(props: EvmTxViewProps & { path: string }) {
  const { chain, detail, siblings, commands, jsonPath, path } = props;
  const { nativeTransaction: tx } = detail;
  const at = timeOf(tx);
  const number = groupDigits(tx.blockIndex + 1);
  return (
    <PageHead
      eyebrow={
        <>
          <ChainTag chain={chain.tag} />
          <SubnetCrumb chain={chain} />
          <span>{chain.name}</span>
          <Slash />
          <Link href={hrefTo("block", { chain: chain.segment, id: tx.blockNumber })} prefetch={false}>
            Block {groupDigits(tx.blockNumber)}
          </Link>
          <Slash />
          <span>Transaction {siblings === undefined ? number : `${number} of ${groupDigits(siblings)}`}</span>
        </>
      }
      title={describeFirnEvmTx(detail, chain.symbol)}
      actions={
        <>
          <CopyAs {...copySource(jsonPath, commands)} path={path} />
          <a
            className={button()}
            href={hrefTo("txEvidence", { chain: chain.segment, id: tx.txHash })}
            download
          >
            <Icon name="bundle" />
            Evidence bundle
          </a>
        </>
      }
      idline={
        <>
          <StatusPill {...statusOf(tx)} />
          <span>
            <TimeAgo at={at} ago focusable />, {formatTime(at)}
          </span>
          <CheckedLink />
          <HashLink value={tx.txHash} full label="transaction" />
        </>
      }
    />
  );
}
