import Link from "next/link";
import { Amount } from "@/components/ui/amount";
import { groupDigits } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { Cell, Row, Table } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import type { NativeTransaction } from "@/lib/contract/data/evm";
import { type EvmChain, NOBODY, WEI_DECIMALS } from "./chain";
import { Party } from "./party";
import { methodName } from "./sentence";

/** Transactions one page of a block shows. */
export const BLOCK_PAGE_TXS = 25;

/** The first transaction of an address such as `?from=26`, counted from 1; undefined when it is malformed. */
export function readBlockFrom(from: string | string[] | undefined): number | undefined {
  if (from === undefined || from === "") return 1;
  return /^[1-9]\d{0,6}$/.test(String(from)) ? Number(from) : undefined;
}

export interface EvmBlockTxsProps {
  chain: EvmChain;
  height: number;
  /** All of the block, in its order. */
  txs: readonly NativeTransaction[];
  /** Counted from 1. */
  from: number;
}

/** A block's EVM transactions, page by page; links, so that each page has an address. */
export function EvmBlockTxs({ chain, height, txs, from }: EvmBlockTxsProps) {
  if (txs.length === 0) return null;
  const shown = txs.slice(from - 1, from - 1 + BLOCK_PAGE_TXS);
  return (
    <Panel id="txs" title="Transactions" aside={groupDigits(txs.length)}>
      <Table caption="EVM transactions of this block" columns={columnsOf(chain)}>
        {shown.map((tx) => (
          <Row key={tx.txHash}>
            <TxCells chain={chain} tx={tx} />
          </Row>
        ))}
      </Table>
      <Pager path={`/${chain.segment}/block/${height}`} from={from} count={txs.length} />
    </Panel>
  );
}

function columnsOf({ symbol }: EvmChain) {
  return [
    { label: "#", wide: true },
    { label: "Transaction" },
    { label: "Method" },
    { label: "From", wide: true },
    { label: "To" },
    { label: `Value, ${symbol}`, right: true },
    { label: `Fee, ${symbol}`, right: true, wide: true },
    { label: "Result" },
  ];
}

function TxCells({ chain, tx }: { chain: EvmChain; tx: NativeTransaction }) {
  const { callType } = tx.method ?? {};
  const word = callType === "CONTRACT_CREATION" ? "deploy" : "transfer";
  return (
    <>
      <Cell className="lo dim">{groupDigits(tx.blockIndex)}</Cell>
      <Cell className="m-a">
        <HashLink value={tx.txHash} href={`/${chain.segment}/tx/${tx.txHash}`} noun="transaction" />
      </Cell>
      <Cell>
        {callType === "CONTRACT_CALL" ? (
          <Tag mono={tx.method?.methodName === undefined}>{methodName(tx)}</Tag>
        ) : (
          <span className="mid">{word}</span>
        )}
      </Cell>
      <Cell className="lo">
        <Party party={tx.from} />
      </Cell>
      <Cell className="m-c">
        {callType === "CONTRACT_CREATION" && tx.to.address === NOBODY ? (
          <span className="dim">none made</span>
        ) : (
          <Party party={tx.to} />
        )}
      </Cell>
      <Cell className="r m-b">
        <Amount value={tx.value} decimals={WEI_DECIMALS} />
      </Cell>
      <Cell className="r lo">
        <Amount value={BigInt(tx.gasUsed) * BigInt(tx.gasPrice)} decimals={WEI_DECIMALS} />
      </Cell>
      <Cell className="m-d">
        <StatusPill status={tx.txStatus === "0" ? "reverted" : "success"} plain />
      </Cell>
    </>
  );
}

function Pager({ path, from, count }: { path: string; from: number; count: number }) {
  if (count <= BLOCK_PAGE_TXS) return null;
  const last = Math.min(count, from - 1 + BLOCK_PAGE_TXS);
  const hrefOf = (start: number) => `${path}${start === 1 ? "" : `?from=${start}`}#txs`;
  return (
    <div className="more">
      {from > 1 && (
        <Link className="btn" rel="prev" prefetch={false} href={hrefOf(Math.max(1, from - BLOCK_PAGE_TXS))}>
          Previous
        </Link>
      )}
      <span>
        {groupDigits(from)} to {groupDigits(last)} of {groupDigits(count)}
      </span>
      {last < count && (
        <Link className="btn" rel="next" prefetch={false} href={hrefOf(last + 1)}>
          Next {Math.min(BLOCK_PAGE_TXS, count - last)}
        </Link>
      )}
    </div>
  );
}
