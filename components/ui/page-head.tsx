import type { ReactNode } from "react";

interface PageHeadProps {
  title: ReactNode;
  /** Line above the title: chain, way back, type. */
  eyebrow?: ReactNode;
  /** Right of the title: previous and next, copy, CSV. */
  actions?: ReactNode;
  /** Line below the title: status, time, id. */
  idline?: ReactNode;
}

const EYEBROW = "col-span-full flex min-h-6 flex-wrap items-center gap-2 text-id text-ink-2";

const IDLINE =
  "col-span-full flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2 [&_.font-mono.text-id]:text-ink-2";

/** Separator in the line above the title. */
export function Slash() {
  return <span className="text-ink-3">/</span>;
}

/** Head of a page with its only h1. */
export function PageHead({ title, eyebrow, actions, idline }: PageHeadProps) {
  return (
    <div className="mb-6 grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-6 gap-y-2 max-m:mb-5 max-m:grid-cols-1">
      {eyebrow !== undefined && (
        <div className={EYEBROW} data-eyebrow>
          {eyebrow}
        </div>
      )}
      <h1>{title}</h1>
      {actions !== undefined && <div className="flex items-center gap-2 max-m:flex-wrap">{actions}</div>}
      {idline !== undefined && (
        <div className={IDLINE} data-idline>
          {idline}
        </div>
      )}
    </div>
  );
}
