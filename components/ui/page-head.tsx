import type { ReactNode } from "react";

interface PageHeadProps {
  title: ReactNode;
  /** Line above: chain, way back, type. */
  eyebrow?: ReactNode;
  /** Right of the title: previous and next, copy, CSV. */
  actions?: ReactNode;
  /** Line below: status, time, id. */
  idline?: ReactNode;
}

/** Head of a page with its one h1. */
export function PageHead({ title, eyebrow, actions, idline }: PageHeadProps) {
  return (
    <div className="head">
      {eyebrow !== undefined && <div className="eyebrow">{eyebrow}</div>}
      <h1>{title}</h1>
      {actions !== undefined && <div className="acts">{actions}</div>}
      {idline !== undefined && <div className="idline">{idline}</div>}
    </div>
  );
}
