import { Panel } from "@/components/ui/panel";
import { Cell, Row, Table } from "@/components/ui/table";
import type { Served } from "./document";

/** The operations under a tag, each a link to where it is described below. */
export function OperationList({ tag, list }: { tag: string; list: Served[] }) {
  return (
    <Panel title={tag} aside={String(list.length)}>
      <Table caption={`Operations of ${tag}`} columns={[{ label: "Operation" }, { label: "Address" }]}>
        {list.map(({ method, path, operation }) => (
          <Row key={operation.operationId}>
            <Cell at="a">
              <a href={`#${operation.operationId}`}>{operation.summary}</a>
            </Cell>
            <Cell at="e" wraps>
              <span className="font-mono text-meta wrap-anywhere">
                {method} {path}
              </span>
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}
