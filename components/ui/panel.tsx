import { type ReactNode, useId } from "react";

interface PanelProps {
  /** Without a title, `label` names the region for screen readers. */
  title?: ReactNode;
  label?: string;
  /** Said in a quiet voice after the title: a count, `last hour`. */
  aside?: ReactNode;
  /** Right end of the head. */
  actions?: ReactNode;
  /** Foot on a paler ground. */
  note?: ReactNode;
  /** Pads the content; tables and lists bring their own padding. */
  padded?: boolean;
  id?: string;
  className?: string;
  children?: ReactNode;
}

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
      className={className === undefined ? "panel" : `panel ${className}`}
      aria-labelledby={title === undefined ? undefined : headId}
      aria-label={label}
    >
      {title !== undefined && (
        <header>
          <h2 id={headId}>
            {title}
            {aside !== undefined && <span className="n"> {aside}</span>}
          </h2>
          {actions !== undefined && <div className="sp">{actions}</div>}
        </header>
      )}
      {padded ? <div className="body">{children}</div> : children}
      {note !== undefined && <p className="note">{note}</p>}
    </section>
  );
}
