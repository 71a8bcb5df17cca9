"use client";

import { useState } from "react";
import { copyText } from "@/components/ui/copy-button";
import { Icon } from "@/components/ui/icon";

interface CopyAsProps {
  /** Same-origin path of the entity's JSON. */
  jsonPath: string;
  curl: string;
  /** Path of this page in its canonical form. */
  path: string;
}

/** Menu of the forms an entity can be copied in. JSON is asked for when it is wanted. */
export function CopyAs({ jsonPath, curl, path }: CopyAsProps) {
  const [said, setSaid] = useState("");
  const forms: [string, () => Promise<string>][] = [
    ["JSON", async () => (await fetch(jsonPath)).text()],
    ["curl", async () => curl],
    ["Link", async () => new URL(path, location.href).href],
  ];
  const copy = async (name: string, read: () => Promise<string>) => {
    const copied = await read().then(copyText, () => false);
    setSaid(copied ? `${name} copied` : `${name} could not be copied`);
  };
  return (
    <details className="copyas" onToggle={() => setSaid("")}>
      <summary className="btn">
        <Icon name="copy" />
        Copy as
      </summary>
      <div className="copyas-list">
        {forms.map(([name, read]) => (
          <button type="button" key={name} onClick={() => copy(name, read)}>
            {name}
          </button>
        ))}
        <span className="small dim" role="status">
          {said}
        </span>
      </div>
    </details>
  );
}
