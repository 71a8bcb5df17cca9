import type { ExecutedBlock } from "@/components/block/evm-facts";
import type { ListColumn, ListProps } from "@/components/list/list-frame";
import type { TokenPage } from "@/components/list/use-rows";
import { Amount } from "@/components/ui/amount";
import { HashLink } from "@/components/ui/hash-link";
import { PANEL_ASIDE } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { Cell } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import type { NativeTransaction } from "@/lib/contract/data/evm";
import { hrefTo } from "@/lib/contract/pages";
import { commonDecimals, groupDigits } from "@/lib/words/format";
import { AccountLink } from "../account-link";
import { type EvmChain, NOBODY, WEI_DECIMALS } from "../chain";
import { methodName } from "../tx/describe-evm-tx";
import { statusOf } from "../tx/failure-words";

/** As the API answers it. */
interface BlockTxPage extends TokenPage {
  transactions: readonly NativeTransaction[];
}

export interface EvmBlockTxsProps {
  chain: EvmChain;
  height: number;
  path: string;
  /** In block order. */
  first: BlockTxPage;
  /** Whether `first` starts with the block’s first transaction. */
  isStart: boolean;
  /** Of the whole block. */
  count: number;
  executed: ExecutedBlock;
}

/** EVM transactions of a block. */
export function evmBlockTxs(
  props: Omit<EvmBlockTxsProps, "executed">,
): ListProps<BlockTxPage, NativeTransaction> {
  const { chain, height, path, first, isStart, count } = props;
  const at = { chain: chain.segment, id: height };
  return {
    id: "txs",
    path,
    first,
    rowsOf: ({ transactions }) => transactions,
    idOf: ({ txHash }) => txHash,
    caption: "EVM transactions of this block",
    title: (
      <>
        Transactions <span className={PANEL_ASIDE}>{groupDigits(count)}</span>
      </>
    ),
    nouns: ["transaction", "transactions"],
    columns: columnsOf(chain),
    decimals: (rows) => [
      commonDecimals(
        rows.map(({ value }) => value),
        WEI_DECIMALS,
      ),
      commonDecimals(rows.map(feeOf), WEI_DECIMALS),
    ],
    cells: (tx, [values, fees]) => <TxCells chain={chain} tx={tx} values={values} fees={fees} />,
    hrefAfter: ({ blockIndex }) => `${hrefTo("block", at, { list: "txs", from: blockIndex + 2 })}#txs`,
    startHref: isStart ? undefined : hrefTo("block", at),
    ending: ", in block order",
  };
}

function columnsOf({ symbol }: EvmChain): readonly ListColumn[] {
  return [
    { label: "#", bar: 16, wide: true },
    { label: "Transaction", bar: 120 },
    { label: "Method", bar: 64 },
    { label: "From", bar: 120, wide: true },
    { label: "To", bar: 120 },
    { label: `Value, ${symbol}`, bar: 80, right: true },
    { label: `Fee, ${symbol}`, bar: 80, right: true, wide: true },
    { label: "Result", bar: 64 },
  ];
}

/** Wei. */
function feeOf({ gasUsed, gasPrice }: NativeTransaction): bigint {
  return BigInt(gasUsed) * BigInt(gasPrice);
}

interface TxCellsProps {
  chain: EvmChain;
  tx: NativeTransaction;
  /** Decimals of the columns of amounts. */
  values: number | undefined;
  fees: number | undefined;
}

function TxCells({ chain, tx, values, fees }: TxCellsProps) {
  const { callType } = tx.method ?? {};
  const word = callType === "CONTRACT_CREATION" ? "deploy" : "transfer";
  return (
    <>
      <Cell wide className="text-ink-3">
        {groupDigits(tx.blockIndex)}
      </Cell>
      <Cell at="a">
        <HashLink
          value={tx.txHash}
          href={hrefTo("tx", { chain: chain.segment, id: tx.txHash })}
          label="transaction"
        />
      </Cell>
      <Cell>
        {callType === "CONTRACT_CALL" ? (
          <Tag mono={tx.method?.methodName === undefined}>{methodName(tx)}</Tag>
        ) : (
          <span className="text-ink-2">{word}</span>
        )}
      </Cell>
      <Cell wide>
        <AccountLink chain={chain} account={tx.from} />
      </Cell>
      <Cell at="c">
        {callType === "CONTRACT_CREATION" && tx.to.address === NOBODY ? (
          <span className="text-ink-3">none created</span>
        ) : (
          <AccountLink chain={chain} account={tx.to} />
        )}
      </Cell>
      <Cell right at="b">
        <Amount value={tx.value} decimals={WEI_DECIMALS} column={values} />
      </Cell>
      <Cell right wide>
        <Amount value={feeOf(tx)} decimals={WEI_DECIMALS} column={fees} />
      </Cell>
      <Cell at="d">
        <StatusPill {...statusOf(tx)} plain />
      </Cell>
    </>
  );
}
