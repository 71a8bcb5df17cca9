"use client";

import { type FormEvent, useState } from "react";
import { button } from "@/components/ui/button";
import { field } from "@/components/ui/field";
import { PANEL_NOTE } from "@/components/ui/panel";
import { RawText } from "@/components/ui/raw-text";

interface Field {
  name: string;
  place: "path" | "query";
  required: boolean;
  /** Filled in at first. */
  value: string;
}

/** Asks this Firn, through the web's own address, and shows what it answers. */
export function TryIt({ name, path, parameters }: { name: string; path: string; parameters: Field[] }) {
  const [answer, setAnswer] = useState<{ asked: string; status: string; text: string }>();
  const ask = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const asked = addressOf(path, parameters, (one) => String(form.get(one) ?? ""));
    setAnswer({ asked, status: "asked", text: "" });
    setAnswer({ asked, ...(await read(asked)) });
  };
  return (
    <details className={PANEL_NOTE}>
      <summary className="cursor-pointer">Try it on this Firn</summary>
      <form className="mt-3 grid gap-2.5" onSubmit={ask}>
        {parameters.map(({ name: parameter, required, value }) => (
          <label key={parameter} className={field()}>
            <span className="font-mono text-meta">{parameter}</span>
            <input name={parameter} defaultValue={value} required={required} autoComplete="off" />
          </label>
        ))}
        <div>
          <button type="submit" className={button()}>
            Send
          </button>
        </div>
      </form>
      <div role="status">
        {answer !== undefined && (
          <p className="mt-3 font-mono text-meta wrap-anywhere">
            {answer.status}: {answer.asked}
          </p>
        )}
      </div>
      {answer !== undefined && answer.text !== "" && (
        <RawText name={`Answer of ${name}`}>{answer.text}</RawText>
      )}
    </details>
  );
}

function addressOf(path: string, parameters: Field[], textOf: (name: string) => string): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(name)));
  const url = new URL(filled, window.location.origin);
  for (const { name, place } of parameters)
    if (place === "query" && textOf(name) !== "") url.searchParams.set(name, textOf(name));
  return url.pathname + url.search;
}

async function read(address: string): Promise<{ status: string; text: string }> {
  try {
    const response = await fetch(address);
    const text = await response.text();
    return { status: String(response.status), text: indented(text) };
  } catch {
    return { status: "not answered", text: "" };
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
