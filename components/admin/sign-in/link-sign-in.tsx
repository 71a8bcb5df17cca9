"use client";

import { useEffect, useState } from "react";
import { field } from "@/components/ui/field";

/** The fragment may also name a section of the console. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/**
 * The secret of a one-time link, moved from the URL's fragment into the form, so that neither the history nor a copied
 * URL holds it. Only sending the form uses it up. Without script the secret is typed in.
 */
export function LinkSignIn({ isFaulty }: { isFaulty: boolean }) {
  const [secret, setSecret] = useState("");
  useEffect(() => {
    const take = () => {
      const found = location.hash.slice(1);
      if (!SECRET.test(found)) return;
      setSecret(found);
      history.replaceState(history.state, "", location.pathname);
    };
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return (
    <label>
      <span className="font-strong text-ink">
        {secret === "" ? "Or paste the part after #" : "From your link"}
      </span>
      <span className={field({ size: "tall" })}>
        <input
          name="secret"
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
          aria-invalid={isFaulty}
          aria-describedby="sign-in-fault"
        />
      </span>
    </label>
  );
}
