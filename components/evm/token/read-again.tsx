"use client";

import { useState } from "react";
import { button } from "@/components/ui/button";
import { Aside } from "@/components/ui/key-value";

const REFUSED = "Firn did not answer";

/** Asks Firn to read a token's metadata again and shows the answer. */
export function ReadAgain({ path }: { path: string }) {
  const [answer, setAnswer] = useState<string>();
  const ask = async () => setAnswer(await post(path));
  return (
    <>
      <button type="button" className={button({ size: "small" })} onClick={ask}>
        Read again
      </button>
      <Aside role="status">{answer}</Aside>
    </>
  );
}

async function post(path: string): Promise<string> {
  try {
    const response = await fetch(path, { method: "POST" });
    if (response.status === 201) return "Requested. Reload the page in a moment.";
    const { message } = (await response.json()) as { message: string };
    return message;
  } catch {
    return REFUSED;
  }
}
