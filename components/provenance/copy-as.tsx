"use client";

import { useState } from "react";
import { button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-button";
import { Icon } from "@/components/ui/icon";
import type { CopySource } from "./commands";

interface CopyAsProps extends CopySource {
  /** Path of this page in its canonical form. */
  path: string;
}

/** A form's name, and how its text is obtained. */
type Form = [string, () => Promise<string>];

/** Menu of the forms an entity can be copied in. JSON is fetched on demand. */
export function CopyAs({ jsonPath, curl, nodeCurl, path }: CopyAsProps) {
  const [said, setSaid] = useState("");
  /** An error is not what was asked for, so it is not copied. */
  const read = async () => {
    const response = await fetch(jsonPath);
    if (!response.ok) throw new Error(`${response.status}`);
    return response;
  };
  const forms: Form[] = [
    ["JSON", async () => (await read()).text()],
    ["CSV", async () => (await import("./csv-fields")).csvOfFields(await (await read()).json())],
    ...(nodeCurl === undefined ? [] : [["curl to your node", async () => nodeCurl] satisfies Form]),
    ["curl to Firn’s API", async () => curl],
    ["Link", async () => new URL(path, location.href).href],
  ];
  const copy = async (name: string, read: () => Promise<string>) => {
    const copied = await read().then(copyText, () => false);
    setSaid(copied ? `${name} copied` : `${name} could not be copied`);
  };
  return (
    <details className="relative" onToggle={() => setSaid("")}>
      <summary className={button({ more: "cursor-pointer list-none [&::-webkit-details-marker]:hidden" })}>
        <Icon name="copy" />
        Copy as
      </summary>
      <div className="absolute top-[calc(100%+4px)] right-0 z-10 grid min-w-40 rounded-3 border border-line-2 bg-raised p-1 shadow-2 max-m:right-auto max-m:left-0">
        {forms.map(([name, read]) => (
          <button
            type="button"
            className="rounded-2 px-3 py-2 text-left text-id hover:bg-hover"
            key={name}
            onClick={() => copy(name, read)}
          >
            {name}
          </button>
        ))}
        <span className="text-small text-ink-3 not-empty:px-3 not-empty:py-1.5" role="status">
          {said}
        </span>
      </div>
    </details>
  );
}
