import { Panel } from "@/components/ui/panel";
import type { Served } from "./document";

/** The operations under a tag, each a link to where it is described below. */
export function OperationList({ tag, list }: { tag: string; list: Served[] }) {
  return (
    <Panel title={tag} aside={String(list.length)} padded>
      <ul className="grid gap-2.5">
        {list.map(({ method, path, operation }) => (
          <li key={operation.operationId} className="wrap-anywhere">
            <div>
              <a href={`#${operation.operationId}`}>{operation.summary}</a>
            </div>
            <div className="font-mono text-meta text-ink-3">
              {method} {path}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
