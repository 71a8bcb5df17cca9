import Link from "next/link";
import type { ListPosition } from "@/components/list/position";
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
import { formatTime, groupDigits } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
import { COLUMNS, STACK } from "@/components/ui/layout";
import { PageHead, Slash } from "@/components/ui/page-head";
import { StatusPill } from "@/components/ui/status-pill";
import { TimeAgo } from "@/components/ui/time-ago";
import type { TransactionDetail } from "@/lib/contract/data/evm-transactions";
import type { EvmExecution } from "@/lib/contract/firn/evm";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { addressLookup } from "../address-lookup";
import type { EvmChain } from "../chain";
import { SubnetCrumb } from "../subnet-crumb";
import { timeOf } from "../time";
import { CallsPanel, countCalls } from "./calls-panel";
import { describeEvmTx } from "./describe-evm-tx";
import { FeeBar } from "./fee-bar";
import { Input } from "./input";
import { LogsPanel } from "./logs";
import { movePage, moveSlice } from "./move-page";
import { movesOf } from "./moves";
import { RawTransaction } from "./raw-transaction";
import { Sequence, type SequenceRow } from "./sequence";
import { Transfers } from "./transfers";
import { EvmTxFacts } from "./tx-facts";

export interface EvmTxViewProps {
  chain: EvmChain;
  detail: TransactionDetail;
  /** Bytes, logs and calls; undefined when they could not be read. */
  execution: EvmExecution | undefined;
  /** Why they are not known: a sentence. */
  missing?: string | undefined;
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
  position: ListPosition;
}

type EvmTxViews = Pick<TxViews, "input" | "calls" | "raw">;

/** The page of an EVM transaction: head, facts, fee, transfers, internal calls, logs, bytes. */
export function EvmTxView(props: EvmTxViewProps) {
  const { chain, detail, execution, missing, accepted, sequence, commands, views, position } = props;
  const { nativeTransaction: tx } = detail;
  const lookUp = addressLookup(detail, execution?.parties ?? []);
  const path = hrefTo("tx", { chain: chain.segment, id: tx.txHash });
  const transfers = moveSlice(detail, position);
  const hrefOf = (shown: Partial<EvmTxViews>) =>
    withQuery<"tx">(path, TX_QUERY.write({ ...views, ...shown }));
  const page = (
    <>
      <TxHead {...props} path={path} />
      <SectionNav sections={sectionsOf(props)} />
      <div className={COLUMNS}>
        <div className={STACK}>
          <EvmTxFacts chain={chain} detail={detail} />
          <FeeBar chain={chain} tx={tx} />
          <Transfers
            chain={chain}
            path={hrefTo("txTransfers", { chain: chain.segment, id: tx.txHash })}
            first={movePage(transfers)}
            from={transfers.from}
            count={transfers.count}
            href={path}
          />
          <CallsPanel
            {...{ chain, detail, execution, lookUp, position, path }}
            view={views.calls}
            hrefOf={(calls) => hrefOf({ calls })}
          />
          <LogsPanel {...{ chain, execution, missing, lookUp, position, path }} runsCode={runsCode(detail)} />
          <Input tx={tx} view={views.input} hrefOf={(input) => hrefOf({ input })} />
          {execution !== undefined && (
            <RawTransaction hex={execution.transaction} view={views.raw} hrefOf={(raw) => hrefOf({ raw })} />
          )}
        </div>
        <div className={STACK}>
          {execution !== undefined && <CheckedPanel titles={EVM_TX_CHECKS} />}
          {accepted !== undefined && <ArrivalList {...accepted} />}
          <Sequence tx={tx} rows={sequence} />
          <Terminal commands={commands} />
        </div>
      </div>
    </>
  );
  if (execution === undefined) return page;
  return <Checker claims={claimsOf(chain, detail, execution)}>{page}</Checker>;
}

function claimsOf(
  { evmChainId }: EvmChain,
  { nativeTransaction: tx }: TransactionDetail,
  { transaction, logs }: EvmExecution,
): EvmTxClaims {
  return {
    kind: "evmTx",
    chainId: evmChainId,
    tx: transaction,
    txHash: tx.txHash,
    from: tx.from.address,
    height: tx.blockNumber,
    blockHash: tx.blockHash,
    txIndex: tx.blockIndex,
    status: tx.txStatus,
    gasUsed: tx.gasUsed,
    ...(logs !== undefined && { logCount: logs.length }),
  };
}

/** Whether it may have logs and calls. */
function runsCode({ nativeTransaction: { method } }: TransactionDetail): boolean {
  return method?.callType !== "NATIVE_TRANSFER";
}

function sectionsOf({ detail, execution }: EvmTxViewProps): Section[] {
  const moves = movesOf(detail).length;
  const calls = countCalls(detail, execution);
  const logs = execution?.logs?.length ?? 0;
  return [
    { id: "overview", title: "Overview" },
    { id: "fee", title: "Fee" },
    ...(moves === 0 ? [] : [{ id: "transfers", title: "Transfers", count: moves }]),
    ...(calls === 0 ? [] : [{ id: "calls", title: "Internal calls", count: calls }]),
    ...(logs === 0 ? [] : [{ id: "logs", title: "Logs", count: logs }]),
    ...(detail.nativeTransaction.input === "0x" ? [] : [{ id: "input", title: "Input" }]),
    ...(execution === undefined ? [] : [{ id: "raw", title: "Raw" }]),
  ];
}

function TxHead(props: EvmTxViewProps & { path: string }) {
  const { chain, detail, execution, siblings, commands, jsonPath, path } = props;
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
      title={describeEvmTx(detail, chain.symbol)}
      actions={
        <>
          <CopyAs {...copySource(jsonPath, commands)} path={path} />
          {execution !== undefined && (
            <a
              className={button()}
              href={hrefTo("txEvidence", { chain: chain.segment, id: tx.txHash })}
              download
            >
              <Icon name="bundle" />
              Evidence bundle
            </a>
          )}
        </>
      }
      idline={
        <>
          <StatusPill status={tx.txStatus === "0" ? "reverted" : "success"} />
          <span>
            <TimeAgo at={at} ago focusable />, {formatTime(at)}
          </span>
          {execution !== undefined && <CheckedLink />}
          <HashLink value={tx.txHash} full label="transaction" />
        </>
      }
    />
  );
}
