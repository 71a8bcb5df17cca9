"use client";

import { Name } from "@/components/ui/name";
import { useOwnName } from "./watched";

/** The reader's own name beside an address. */
export function OwnName({ address }: { address: string }) {
  const name = useOwnName(address);
  if (name === undefined || name === "") return null;
  return (
    <span
      className="max-w-40 truncate rounded-1 bg-sunken px-1.5 text-meta text-ink-2"
      title={`Your name for it: ${name}`}
      data-own-name
    >
      <Name>{name}</Name>
    </span>
  );
}
