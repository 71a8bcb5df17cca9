import Link from "next/link";
import { classes } from "@/components/ui/classes";
import { Icon } from "@/components/ui/icon";
import { LIST_ROWS } from "@/components/ui/layout";
import { Panel } from "@/components/ui/panel";
import { hrefTo } from "@/lib/contract/pages";
import type { Attention } from "./attention";

const ITEM =
  "grid grid-cols-[16px_1fr] gap-3 px-5 py-3.5 max-m:px-4 [&_b]:font-strong [&_p]:text-id [&_p]:leading-4.5 [&_p]:text-ink-2 [&>svg]:mt-0.5";

/** What needs attention, or one line when nothing does. `here`: on the status page itself, without a link to it. */
export function NeedsAttention({ items, here = false }: { items: readonly Attention[]; here?: boolean }) {
  return (
    <Panel title="Needs attention" aside={items.length}>
      <ul className={LIST_ROWS}>
        {items.map(({ icon, title, text }) => (
          <li key={title} className={classes(ITEM, "[&>svg]:text-warn")}>
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
          <li className={classes(ITEM, "[&>svg]:text-ok")}>
            <Icon name="ok" />
            <div>
              <b>Nothing right now</b>
              <p>The node is healthy, every stream is running, and no block is missing or late.</p>
            </div>
          </li>
        )}
      </ul>
    </Panel>
  );
}
