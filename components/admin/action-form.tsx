"use client";

import type { FormEvent, ReactNode } from "react";
import { type AdminSection, useActing } from "./acting";

interface ActionFormProps {
  section: AdminSection;
  /** An action of the operator's contract. */
  action: string;
  /** Fixed parameters. */
  fields?: Record<string, string | undefined>;
  className?: string;
  children: ReactNode;
}

/** A form that sends one action. Without script the server answers with a redirect to the page. */
export function ActionForm({ section, action, fields = {}, className, children }: ActionFormProps) {
  const { at, run, isBusy } = useActing();
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const sender = (event.nativeEvent as SubmitEvent).submitter;
    const values = [...new FormData(form, sender)].map(([name, value]) => [name, String(value)]);
    await run(section, new URLSearchParams(values));
    form.reset();
    form.closest<HTMLElement>("[popover]")?.hidePopover();
  };
  return (
    <form method="post" action={`${at}/act`} className={className} onSubmit={onSubmit} aria-busy={isBusy}>
      <input type="hidden" name="action" value={action} />
      {Object.entries(fields).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
    </form>
  );
}
