"use client";

import { useState } from "react";
import { button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-button";
import { Icon } from "@/components/ui/icon";

/** Copies a command for a terminal; it is in the title, so it can be read without script. */
export function CopyCommand(props: { command: string; label: string; noun: string; plain?: boolean }) {
  const { command, label, noun, plain = true } = props;
  const [said, setSaid] = useState<string>();
  const copy = async () => setSaid((await copyText(command)) ? "Copied" : "Not copied");
  return (
    <button
      type="button"
      className={plain ? button({ size: "small", kind: "quiet" }) : button({ size: "small" })}
      aria-label={`${said ?? "Copy"} ${noun}`}
      title={command}
      data-copy={command}
      onClick={copy}
    >
      {!plain && <Icon name="term" />}
      {said ?? label}
    </button>
  );
}
