import { Amount } from "@/components/ui/amount";
import { groupDigits } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { Cell, Row, Table } from "@/components/ui/table";
import type { EvmChain } from "../chain";
import { Party } from "../party";
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
      <Table caption="Token transfers" columns={COLUMNS} className="t-tr">
        {moves.map((move, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a batch moves several tokens under one log
          <Row key={`${move.logIndex} ${at}`}>
            <Cell className="m-c">
              <Party party={move.from} />
            </Cell>
            <Cell>
              <span className="dim">
                <Icon name="right" small />
              </span>
            </Cell>
            <Cell className="m-d">
              <Party party={move.to} />
            </Cell>
            <Cell className="r m-a">
              <Amount value={move.value} decimals={move.decimals} />
            </Cell>
            <Cell className="m-b">
              <TokenLink chain={chain} move={move} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}
