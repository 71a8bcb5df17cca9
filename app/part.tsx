import { setTimeout as sleep } from "node:timers/promises";
import { type ReactNode, Suspense } from "react";
import { Failure } from "@/components/state/failure";
import { Waiting } from "@/components/state/waiting";
import { FirnError } from "@/lib/errors";
import { failureOf } from "./server";

/** An answer, the error in its place, or a promise of either. */
type Answer<T> = T | FirnError | Promise<T | FirnError>;

/** How long a page waits for parts that the node answers before it is sent without them. */
const NODE_MS = 300;
/** The same for stored parts: readers without script see only what came in time. */
const STORED_MS = 2_000;

/**
 * Answers that come soon, as values: they stand in the first HTML, also for readers without script. The others stay
 * promises, and the page does not wait for them. None of them may reject.
 */
export async function soon<T extends Record<string, unknown>>(
  from: "node" | "store",
  answers: T,
): Promise<{ [Name in keyof T]: T[Name] | Awaited<T[Name]> }> {
  const late = Symbol("late");
  const names = Object.keys(answers);
  const timer = new AbortController();
  const deadline = sleep(from === "node" ? NODE_MS : STORED_MS, late, { signal: timer.signal }).catch(
    () => late,
  ); // no longer needed
  const values = await Promise.all(names.map((name) => Promise.race([answers[name], deadline])));
  timer.abort();
  const settled = names.map((name, index) => [name, values[index] === late ? answers[name] : values[index]]);
  return Object.fromEntries(settled);
}

interface PartProps<T> {
  /** As in "could not load …" and "waiting for …". */
  what: string;
  answer: Answer<T>;
  /** In place of the part while it is being asked for; a panel by default. */
  waiting?: ReactNode;
  /** In place of the part if it failed; a panel by default. */
  failed?: (error: FirnError) => ReactNode;
  children: (value: T) => ReactNode;
}

/** A part of a page that fails alone: it comes when its answer does, or says in its place why it did not. */
export function Part<T>({ answer, waiting, ...part }: PartProps<T>) {
  if (!(answer instanceof Promise)) return <Settled answer={answer} {...part} />;
  return (
    <Suspense fallback={waiting ?? <Waiting what={part.what} />}>
      <Awaited answer={answer} {...part} />
    </Suspense>
  );
}

async function Awaited<T>({ answer, ...part }: Omit<PartProps<T>, "waiting">) {
  return <Settled answer={await answer} {...part} />;
}

function Settled<T>({
  what,
  answer,
  failed = (error) => <Failure what={what} failure={failureOf(error)} />,
  children,
}: Omit<PartProps<T>, "waiting" | "answer"> & { answer: T | FirnError }) {
  return answer instanceof FirnError ? failed(answer) : children(answer);
}
