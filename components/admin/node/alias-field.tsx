"use client";

import type { FormEvent } from "react";
import { field as fieldLook } from "@/components/ui/field";

interface AliasFieldProps {
  label: string;
  pattern: string;
  /** Names in use, each with its chain or endpoint. The node would refuse them. */
  taken: (readonly [name: string, whose: string])[];
}

/** A new name, checked while it is typed: its form, and whether it is in use. */
export function AliasField({ label, pattern, taken }: AliasFieldProps) {
  const check = ({ currentTarget: field }: FormEvent<HTMLInputElement>) => {
    const whose = taken.find(([name]) => name === field.value)?.[1];
    field.setCustomValidity(whose === undefined ? "" : `“${field.value}” is already a name of ${whose}`);
  };
  return (
    <label>
      {label}
      <span className={fieldLook({ size: "sheet" })}>
        <input
          name="alias"
          required
          pattern={pattern}
          maxLength={512}
          spellCheck={false}
          autoComplete="off"
          title="letters, digits and . _ ~ -"
          onInput={check}
        />
      </span>
    </label>
  );
}
