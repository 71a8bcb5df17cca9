import { BAR, THIN_BAR } from "@/components/ui/bar";
import { classes } from "@/components/ui/classes";
import { Panel } from "@/components/ui/panel";
import { Cell, Row, Table } from "@/components/ui/table";
import { groupDigits } from "@/lib/words/format";
import type { Month } from "./months";

const NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Activity of a chain's accounts and contracts, month by month. */
export function MonthsPanel({ months }: { months: readonly Month[] }) {
  const most = Math.max(1, ...months.map(({ addresses }) => addresses));
  return (
    <Panel title="Activity by month" aside="UTC">
      <Table
        caption="Activity by month, newest first"
        columns={[
          { label: "Month" },
          { label: "Active addresses", right: true },
          { label: "Senders", right: true },
          { label: "Transactions", right: true },
          { label: "Contracts created", right: true },
        ]}
      >
        {months.map(({ name, addresses, senders, transactions, contracts }) => (
          <Row key={name}>
            <Cell at="a">{formatMonth(name)}</Cell>
            <Cell right at="b">
              <span className="grid grid-cols-[120px_minmax(48px,auto)] items-center justify-end gap-3 max-l:block">
                <span className={classes(BAR, THIN_BAR, "max-l:hidden")}>
                  <i className="bg-ice-fill" style={{ width: `${(addresses / most) * 100}%` }} />
                </span>
                <span>
                  {groupDigits(addresses)}
                  <span className="m:hidden"> active</span>
                </span>
              </span>
            </Cell>
            <Cell right>{groupDigits(senders)}</Cell>
            <Cell right at="c">
              <span>
                {groupDigits(transactions)}
                <span className="m:hidden">{transactions === 1 ? " transaction" : " transactions"}</span>
              </span>
            </Cell>
            <Cell right at="d">
              <span>
                {groupDigits(contracts)}
                <span className="m:hidden"> created</span>
              </span>
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}

function formatMonth(name: string): string {
  const [year = "", month = "1"] = name.split("-");
  return `${NAMES[Number(month) - 1]} ${year}`;
}
