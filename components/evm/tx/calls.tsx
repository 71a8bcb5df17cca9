import { Amount } from "@/components/ui/amount";
import { groupDigits, plural } from "@/components/ui/format";
import { StatusPill } from "@/components/ui/status-pill";
import { Cell, Row, Table } from "@/components/ui/table";
import type { TransactionDetail } from "@/lib/contract/data/evm-transactions";
import { AccountLink } from "../account-link";
import { type EvmChain, WEI_DECIMALS } from "../chain";
import { Opcode } from "./opcode";

interface CallsProps {
  chain: EvmChain;
  calls: NonNullable<TransactionDetail["internalTransactions"]>;
  /** Whether the whole transaction reverted. */
  reverted: boolean;
}

/** Opcodes that the published API has no name for. */
const OPCODES: Record<string, string> = { UNKNOWN: "SELFDESTRUCT" };

/** Calls with value and contract creations inside a transaction, in trace order. */
export function Calls({ chain, calls, reverted }: CallsProps) {
  const columns = [
    { label: "Call" },
    { label: "From", wide: true },
    { label: "To" },
    { label: `Value, ${chain.symbol}`, right: true },
    { label: "Gas used", right: true, wide: true },
  ];
  return (
    <Table caption={plural(calls.length, "internal call")} columns={columns}>
      {calls.map((call, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls of a transaction are in order and never change
        <Row key={at}>
          <Cell at="c">
            <Opcode>{OPCODES[call.internalTxType] ?? call.internalTxType}</Opcode>{" "}
            {call.isReverted && (
              <StatusPill status="reverted" plain word={reverted ? "Reverted" : "Reverted, caught"} />
            )}
          </Cell>
          <Cell wide>
            <AccountLink chain={chain} account={call.from} />
          </Cell>
          <Cell at="a">
            <AccountLink chain={chain} account={call.to} />
          </Cell>
          <Cell right at="b">
            <Amount value={call.value} decimals={WEI_DECIMALS} />
          </Cell>
          <Cell right wide>
            {groupDigits(call.gasUsed)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
