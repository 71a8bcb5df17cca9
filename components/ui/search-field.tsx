import type { ComponentProps } from "react";
import { field } from "./field";
import { Icon } from "./icon";

interface SearchFieldProps extends ComponentProps<"input"> {
  /** More class names of the box. */
  more?: string;
}

/** A field for what is looked for, which may not be empty, with its icon. It belongs in a form. */
export function SearchField({ more, ...input }: SearchFieldProps) {
  return (
    <label className={field(more === undefined ? {} : { more })}>
      <Icon name="search" />
      <input required spellCheck={false} {...input} />
    </label>
  );
}
