import { type ReactNode, useId } from "react";
import { classes } from "./classes";

interface PanelProps {
  /** Without a title, `label` names the region for screen readers. */
  title?: ReactNode;
  label?: string;
  /** A quiet remark after the title: a count, `last hour`. */
  aside?: ReactNode;
  /** Right end of the head. */
  actions?: ReactNode;
  /** Foot on a paler background. */
  note?: ReactNode;
  /** Pads the content. Tables and lists bring their own padding. */
  padded?: boolean;
  id?: string;
  className?: string;
  children?: ReactNode;
}

export const PANEL = "overflow-clip rounded-3 border border-line bg-surface";

export const PANEL_HEAD =
  "flex min-h-13 items-center gap-3 border-b border-line py-2 pr-4 pl-5 max-m:flex-wrap max-m:px-4";

export const PANEL_ACTIONS = "ml-auto flex items-center gap-2 text-meta text-ink-3";

export const PANEL_ASIDE = "text-id font-normal text-ink-3";

export const PANEL_BODY = "px-5 py-4 max-m:p-4";

export const PANEL_NOTE = "border-t border-line bg-note px-5 py-3 text-hint text-ink-2 max-m:px-4";

/** A region with a hairline and, usually, a head. */
export function Panel({
  title,
  label,
  aside,
  actions,
  note,
  padded = false,
  id,
  className,
  children,
}: PanelProps) {
  const headId = useId();
  return (
    <section
      id={id}
      className={classes(PANEL, className)}
      aria-labelledby={title === undefined ? undefined : headId}
      aria-label={label}
    >
      {title !== undefined && (
        <header className={PANEL_HEAD}>
          <h2 id={headId}>
            {title}
            {aside !== undefined && <span className={PANEL_ASIDE}> {aside}</span>}
          </h2>
          {actions !== undefined && <div className={PANEL_ACTIONS}>{actions}</div>}
        </header>
      )}
      {padded ? <div className={PANEL_BODY}>{children}</div> : children}
      {note !== undefined && <p className={PANEL_NOTE}>{note}</p>}
    </section>
  );
}
