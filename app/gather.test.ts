import { expect, test } from "vitest";
import { gather } from "./gather";

/** Answers keys with themselves in capitals, but for `none`, and keeps the questions. */
function openGather(most: number) {
  const questions: string[][] = [];
  const one = gather(async (keys) => {
    questions.push(keys);
    return new Map(keys.flatMap((key) => (key === "none" ? [] : [[key, key.toUpperCase()]])));
  }, most);
  return { one, questions };
}

test("what is wanted in one turn is asked for once, and each gets its own", async () => {
  const { one, questions } = openGather(100);
  expect(await Promise.all(["a", "b", "a", "none"].map(one))).toEqual(["A", "B", "A", undefined]);
  expect(questions).toEqual([["a", "b", "none"]]);
  expect(await one("a")).toBe("A");
  expect(questions).toEqual([["a", "b", "none"], ["a"]]);
});

test("a question has at most so many keys", async () => {
  const { one, questions } = openGather(2);
  expect(await Promise.all(["a", "b", "c", "d", "e"].map(one))).toEqual(["A", "B", "C", "D", "E"]);
  expect(questions).toEqual([["a", "b"], ["c", "d"], ["e"]]);
});

test("a question that fails fails for all who asked, and is asked again by the next", async () => {
  let asked = 0;
  const one = gather(async (keys) => {
    asked += 1;
    if (asked === 1) throw new Error("gone");
    return new Map(keys.map((key) => [key, key]));
  }, 10);
  await expect(Promise.allSettled([one("a"), one("b")])).resolves.toMatchObject([
    { status: "rejected" },
    { status: "rejected" },
  ]);
  expect(await one("a")).toBe("a");
});
