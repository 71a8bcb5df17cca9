"use client";

import { useEffect, useState } from "react";
import { classes } from "./classes";
import { Icon } from "./icon";

const LOOK =
  "inline-grid size-5 flex-none place-items-center rounded-1 hover:bg-hover max-m:-m-1.5 max-m:size-8 [&_svg]:size-[13px]";

/** In a table it appears on the hovered row, if the device can hover. */
const HIDDEN_LOOK = "m:[@media(hover:hover)]:in-[tr:not(:hover)_td]:not-focus-visible:opacity-0";

/** Copies `value`. `label` completes "Copy …" for screen readers, `id ending rWzDQ4` or `request`. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 1500);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async () => setDone(await copyText(value));
  return (
    <button
      type="button"
      className={classes(LOOK, HIDDEN_LOOK, done ? "text-ok" : "text-ink-3 hover:text-ink")}
      aria-label={done ? `Copied ${label}` : `Copy ${label}`}
      data-copy={value}
      onClick={copy}
    >
      <Icon name={done ? "check" : "copy"} />
    </button>
  );
}

/**
 * True if the text was copied. Over plain http from another machine there is no clipboard API: it then uses the old
 * way.
 */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}
