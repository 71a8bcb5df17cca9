import type { ReactNode } from "react";

interface StepProps {
  number: number;
  title: ReactNode;
  children: ReactNode;
}

/** One of several things to know or do, in order. */
export function Step({ number, title, children }: StepProps) {
  return (
    <div className="grid grid-cols-[24px_minmax(0,1fr)] gap-3 border-line px-5 py-4 max-m:px-4 max-m:py-3.5 [&+&]:border-t [&_p]:mt-0.5 [&_p]:text-ink-2 [&_p:not(:last-child)]:mb-2.5">
      <span className="grid size-6 place-items-center rounded-full bg-sunken text-meta font-strong">
        {number}
      </span>
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </div>
  );
}
