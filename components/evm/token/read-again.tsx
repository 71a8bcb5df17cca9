"use client";

import { useState } from "react";

const REFUSED = "Firn does not answer";

/** Asks Firn to read a token's metadata again, and says what it answered. */
export function ReadAgain({ path }: { path: string }) {
  const [said, setSaid] = useState<string>();
  const ask = async () => setSaid(await post(path));
  return (
    <>
      {said === undefined && (
        <button type="button" className="btn btn-sm" onClick={ask}>
          Read again
        </button>
      )}
      <span className="aside" role="status">
        {said}
      </span>
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
