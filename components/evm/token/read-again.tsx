"use client";

import { useState } from "react";
import { button } from "@/components/ui/button";
import { Aside } from "@/components/ui/key-value";

const REFUSED = "Firn does not answer";

/** Asks Firn to read a token's metadata again, and says what it answered. */
export function ReadAgain({ path }: { path: string }) {
  const [said, setSaid] = useState<string>();
  const ask = async () => setSaid(await post(path));
  return (
    <>
      {said === undefined && (
        <button type="button" className={button({ size: "small" })} onClick={ask}>
          Read again
        </button>
      )}
      <Aside role="status">{said}</Aside>
    </>
  );
}

async function post(path: string): Promise<string> {
  try {
    const answer = await fetch(path, { method: "POST" });
    if (answer.status === 201) return "Asked: reload the page in a moment";
    const { message } = (await answer.json()) as { message: string };
    return message;
  } catch {
    return REFUSED;
  }
}
