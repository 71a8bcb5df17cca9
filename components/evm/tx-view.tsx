import Link from "next/link";
import { CopyAs } from "@/components/provenance/copy-as";
import { type Arrival, ArrivalList } from "@/components/provenance/on-this-node";
import { type Command, Terminal } from "@/components/provenance/terminal";
import { type Section, SectionNav } from "@/components/tx/section-nav";
import { ChainTag } from "@/components/ui/chain-tag";
import { formatTime, groupDigits } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { PageHead } from "@/components/ui/page-head";
import { StatusPill } from "@/components/ui/status-pill";
import { TimeAgo } from "@/components/ui/time-ago";
import type { TransactionDetail } from "@/lib/contract/data/evm-transactions";
import { Calls } from "./calls";
import type { EvmChain } from "./chain";
import { FeeBar } from "./fee-bar";
import { Input, type InputView } from "./input";
import { movesOf, type TokenMove } from "./moves";
import { sentenceOfDetail } from "./sentence";
import { timeOf } from "./time";
import { Transfers } from "./transfers";
import { EvmTxFacts } from "./tx-facts";

export interface EvmTxViewProps {
  chain: EvmChain;
  detail: TransactionDetail;
  /** Transactions of its block; undefined when that could not be asked. */
  siblings: number | undefined;
  /** When this node accepted its block; undefined where that is not indexed. */
  accepted: { arrival: Arrival; index: { stream: string; number: number } } | undefined;
  commands: Command[];
  /** Same-origin path of its JSON. */
  jsonPath: string;
  input: InputView;
}

/** An EVM transaction: head, facts, fee, what it moved, calls inside it, and what it sent along. */
export function EvmTxView(props: EvmTxViewProps) {
  const { chain, detail, accepted, commands, input } = props;
  const { nativeTransaction: tx, internalTransactions: calls = [] } = detail;
  const moves = movesOf(detail);
  const path = `/${chain.segment}/tx/${tx.txHash}`;
  return (
    <>
      <TxHead {...props} path={path} />
      <SectionNav sections={sectionsOf(detail, moves)} />
      <div className="cols">
        <div className="stackp">
          <EvmTxFacts chain={chain} detail={detail} />
          <FeeBar chain={chain} tx={tx} />
          <Transfers chain={chain} moves={moves} />
          <Calls chain={chain} calls={calls} reverted={tx.txStatus === "0"} />
          <Input
            tx={tx}
            view={input}
            hrefOf={(view) => `${path}${view === "annotated" ? "" : `?input=${view}`}`}
          />
        </div>
        <div className="stackp">
          {accepted !== undefined && <ArrivalList {...accepted} />}
          <Terminal commands={commands} />
        </div>
      </div>
    </>
  );
}

function sectionsOf(
  { nativeTransaction: { input }, internalTransactions: calls = [] }: TransactionDetail,
  moves: readonly TokenMove[],
): Section[] {
  return [
    { id: "overview", title: "Overview" },
    { id: "fee", title: "Fee" },
    ...(moves.length === 0 ? [] : [{ id: "transfers", title: "Transfers", count: moves.length }]),
    ...(calls.length === 0 ? [] : [{ id: "calls", title: "Internal calls", count: calls.length }]),
    ...(input === "0x" ? [] : [{ id: "input", title: "Input" }]),
  ];
}

function TxHead({ chain, detail, siblings, commands, jsonPath, path }: EvmTxViewProps & { path: string }) {
  const { nativeTransaction: tx } = detail;
  const at = timeOf(tx);
  const number = groupDigits(tx.blockIndex + 1);
  return (
    <PageHead
      eyebrow={
        <>
          <ChainTag chain={chain.tag} />
          <span>{chain.name}</span>
          <span className="sl">/</span>
          <Link href={`/${chain.segment}/block/${tx.blockNumber}`} prefetch={false}>
            Block {groupDigits(tx.blockNumber)}
          </Link>
          <span className="sl">/</span>
          <span>Transaction {siblings === undefined ? number : `${number} of ${groupDigits(siblings)}`}</span>
        </>
      }
      title={sentenceOfDetail(detail, chain.symbol).past}
      actions={<CopyAs jsonPath={jsonPath} curl={commands.at(-1)?.text ?? ""} path={path} />}
      idline={
        <>
          <StatusPill status={tx.txStatus === "0" ? "reverted" : "success"} />
          <span>
            <TimeAgo at={at} ago focusable />, {formatTime(at)}
          </span>
          <HashLink value={tx.txHash} full noun="transaction" />
        </>
      }
    />
  );
}
