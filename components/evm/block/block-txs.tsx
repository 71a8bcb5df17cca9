import type { ExecutedBlock } from "@/components/block/evm-facts";
import type { ListSlice } from "@/components/list/position";
import { SliceNav } from "@/components/list/slice-nav";
import { Amount } from "@/components/ui/amount";
import { groupDigits } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { Cell, Row, Table } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import type { NativeTransaction } from "@/lib/contract/data/evm";
import { hrefTo } from "@/lib/contract/pages";
import { AccountLink } from "../account-link";
import { type EvmChain, NOBODY, WEI_DECIMALS } from "../chain";
import { methodName } from "../tx/describe-evm-tx";

export interface EvmBlockTxsProps {
  chain: EvmChain;
  height: number;
  /** In block order. */
  slice: ListSlice<NativeTransaction>;
  executed: ExecutedBlock;
}

/** EVM transactions of a block, in pages with addresses of their own. */
export function EvmBlockTxs({ chain, height, slice }: Omit<EvmBlockTxsProps, "executed">) {
  if (slice.count === 0) return null;
  return (
    <Panel id={slice.list} title="Transactions" aside={groupDigits(slice.count)}>
      <Table caption="EVM transactions of this block" columns={columnsOf(chain)}>
        {slice.rows.map((tx) => (
          <Row key={tx.txHash}>
            <TxCells chain={chain} tx={tx} />
          </Row>
        ))}
      </Table>
      <SliceNav slice={slice} href={hrefTo("block", { chain: chain.segment, id: height })} />
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
        <AccountLink account={tx.from} />
      </Cell>
      <Cell at="c">
        {callType === "CONTRACT_CREATION" && tx.to.address === NOBODY ? (
          <span className="text-ink-3">none created</span>
        ) : (
          <AccountLink account={tx.to} />
        )}
      </Cell>
      <Cell right at="b">
        <Amount value={tx.value} decimals={WEI_DECIMALS} most={9} />
      </Cell>
      <Cell right wide>
        <Amount value={BigInt(tx.gasUsed) * BigInt(tx.gasPrice)} decimals={WEI_DECIMALS} most={9} />
      </Cell>
      <Cell at="d">
        <StatusPill status={tx.txStatus === "0" ? "reverted" : "success"} plain />
      </Cell>
    </>
  );
}
