import Link from "next/link";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { hrefTo } from "@/lib/contract/pages";
import type { Attention } from "./attention";

/** What an operator should look at; one line when there is nothing. `here` on the status page itself. */
export function NeedsAttention({ items, here = false }: { items: readonly Attention[]; here?: boolean }) {
  return (
    <Panel title="Needs attention" aside={items.length}>
      <ul className="att">
        {items.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon name={icon} />
            <div>
              <b>{title}</b>
              <p>
                {text} {!here && <Link href={hrefTo("status")}>See status</Link>}
              </p>
            </div>
          </li>
        ))}
        {items.length === 0 && (
          <li className="is-fine">
            <Icon name="ok" />
            <div>
              <b>Nothing now</b>
              <p>The node answers and is well, every stream is going, and no block is missing or late.</p>
            </div>
          </li>
        )}
      </ul>
    </Panel>
  );
}
