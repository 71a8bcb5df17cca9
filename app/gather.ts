import { setImmediate as nextTurn } from "node:timers/promises";

/** Asks for several things at once. What nobody has is missing in the answer. */
type AskMany<Value> = (keys: string[]) => Promise<ReadonlyMap<string, Value>>;

/**
 * Gathers what callers of the same moment want one by one, and asks for it together: a list of rows is one question
 * instead of one for each row. At most `most` keys go into a question.
 */
export function gather<Value>(
  askMany: AskMany<Value>,
  most: number,
): (key: string) => Promise<Value | undefined> {
  let open: { keys: Set<string>; answer: Promise<ReadonlyMap<string, Value>> } | undefined;
  const begin = () => {
    const keys = new Set<string>();
    const answer = nextTurn().then(() => {
      if (open?.keys === keys) open = undefined;
      return askMany([...keys]);
    });
    return { keys, answer };
  };
  return async (key) => {
    if (open === undefined || (open.keys.size >= most && !open.keys.has(key))) open = begin();
    open.keys.add(key);
    return (await open.answer).get(key);
  };
}
