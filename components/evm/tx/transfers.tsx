import { Amount } from "@/components/ui/amount";
import { groupDigits } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { Cell, Row, Table } from "@/components/ui/table";
import { AccountLink } from "../account-link";
import type { EvmChain } from "../chain";
import { TokenLink } from "../token/token-link";
import type { TokenMove } from "./moves";

const COLUMNS = [
  { label: "From" },
  { label: "" },
  { label: "To" },
  { label: "Amount", right: true },
  { label: "Token" },
];

/** Tokens that a transaction moved, in the order of its logs. */
export function Transfers({ chain, moves }: { chain: EvmChain; moves: readonly TokenMove[] }) {
  if (moves.length === 0) return null;
  return (
    <Panel id="transfers" title="Token transfers" aside={groupDigits(moves.length)}>
      <Table caption="Token transfers" columns={COLUMNS} look="lines">
        {moves.map((move, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a batch moves several tokens under one log
          <Row key={`${move.logIndex} ${at}`}>
            <Cell at="c" lead="from">
              <AccountLink account={move.from} />
            </Cell>
            <Cell sign>
              <span className="text-ink-3">
                <Icon name="right" small />
              </span>
            </Cell>
            <Cell at="d" lead="to">
              <AccountLink account={move.to} />
            </Cell>
            <Cell right at="a">
              <Amount value={move.value} decimals={move.decimals} />
            </Cell>
            <Cell at="b">
              <TokenLink chain={chain} move={move} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}
