import type { ReactNode } from "react";
import { button } from "@/components/ui/button";
import { field } from "@/components/ui/field";
import type { AdminSection } from "./acting";
import { ActionForm } from "./action-form";

interface AddFormProps {
  section: AdminSection;
  action: string;
  /** Of the button. */
  word: string;
  /** `AddField`s. */
  children: ReactNode;
}

/** A row of fields at the foot of a panel, by which something is added to it. */
export function AddForm({ section, action, word, children }: AddFormProps) {
  return (
    <ActionForm
      section={section}
      action={action}
      className="flex flex-wrap items-center gap-2 border-t border-line px-5 py-3"
    >
      {children}
      <button type="submit" className={button({ size: "small" })}>
        {word}
      </button>
    </ActionForm>
  );
}

export function AddField(props: { name: string; label: string; placeholder: string; size: number }) {
  const { label, ...input } = props;
  return (
    <label className={field()}>
      <span className="text-ink-2">{label}</span>
      <input {...input} required />
    </label>
  );
}
