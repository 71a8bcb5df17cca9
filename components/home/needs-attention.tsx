"use client";

import Link from "next/link";
import { useAlerts } from "@/components/live/use-alerts";
import { classes } from "@/components/ui/classes";
import { useNow } from "@/components/ui/clock";
import { Icon } from "@/components/ui/icon";
import { LIST_ROWS } from "@/components/ui/layout";
import { Panel } from "@/components/ui/panel";
import { asTyped } from "@/lib/command-names";
import type { FirnAlert } from "@/lib/contract/firn/alerts";
import { hrefTo } from "@/lib/contract/pages";
import { describeAlert } from "./attention";

const ITEM =
  "grid grid-cols-[16px_1fr] gap-3 px-5 py-3.5 max-m:px-4 [&_b]:font-strong [&_p]:text-id [&_p]:leading-4.5 [&_p]:text-ink-2 [&>svg]:mt-0.5";

const LINK = "underline underline-offset-3";

interface NeedsAttentionProps {
  initial: readonly FirnAlert[];
  /** On the status page itself, without links to it. */
  here?: boolean;
  /** How firn is typed where it runs (`FIRN_COMMAND`), which the browser cannot know. */
  command: string | undefined;
}

/** What needs attention now, worst first, or one line when nothing does. */
export function NeedsAttention({ initial, here = false, command }: NeedsAttentionProps) {
  const now = useNow();
  const items = useAlerts(initial).map((alert) => ({ kind: alert.kind, ...describeAlert(alert, now) }));
  return (
    <Panel title="Needs attention" aside={items.length}>
      <ul className={LIST_ROWS}>
        {items.map(({ kind, icon, title, text, href = hrefTo("status") }) => (
          <li key={title} className={classes(ITEM, "[&>svg]:text-warn")}>
            <Icon name={icon} />
            <div>
              <b>{title}</b>
              <p>
                {asTyped(text, command)}{" "}
                {!(here && href === hrefTo("status")) && (
                  <Link className={LINK} href={href} prefetch={false}>
                    See why
                  </Link>
                )}{" "}
                <Link
                  className={LINK}
                  href={`${hrefTo("helpOf", { page: "alerts" })}#${kind}`}
                  prefetch={false}
                >
                  What mends it
                </Link>
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
