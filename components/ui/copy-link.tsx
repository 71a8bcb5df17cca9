"use client";

import { useState } from "react";
import { button } from "./button";
import { copyText } from "./copy-button";
import { Icon } from "./icon";

/** Copies this page's full address. */
export function CopyLink() {
  const [copied, setCopied] = useState<boolean>();
  return (
    <button
      type="button"
      className={button()}
      onClick={async () => setCopied(await copyText(location.href))}
      onBlur={() => setCopied(undefined)}
    >
      <Icon name={copied === true ? "check" : "link"} />
      <span role="status">
        {copied === undefined ? "Copy link" : copied ? "Link copied" : "Could not copy"}
      </span>
    </button>
  );
}
