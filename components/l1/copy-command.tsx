"use client";

import { useState } from "react";
import { button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-button";
import { Icon } from "@/components/ui/icon";

/** Copies a shell command. The title has the command too, so it can be read without script. */
export function CopyCommand(props: { command: string; label: string; what: string; plain?: boolean }) {
  const { command, label, what, plain = true } = props;
  const [said, setSaid] = useState<string>();
  const copy = async () => setSaid((await copyText(command)) ? "Copied" : "Not copied");
  return (
    <button
      type="button"
      className={plain ? button({ size: "small", kind: "quiet" }) : button({ size: "small" })}
      aria-label={`${said ?? label}: ${what}`}
      title={command}
      data-copy={command}
      onClick={copy}
    >
      {!plain && <Icon name="term" />}
      {said ?? label}
    </button>
  );
}
