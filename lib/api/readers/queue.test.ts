import { expect, test } from "vitest";
import { RequestQueue, type Waiting } from "./queue";

/** A queue with its clock. */
function queueOf(mostMs: number) {
  let now = 0;
  const queue = new RequestQueue<number>({ mostMs, now: () => now });
  const started: string[] = [];
  const request = (name: string): Waiting<number> => ({ start: () => void started.push(name) });
  const pass = (ms: number) => {
    now += ms;
  };
  return { queue, started, request, pass };
}

test("requests are taken in order, and those that left are not", () => {
  const { queue, started, request } = queueOf(200);
  const second = request("second");
  for (const each of [request("first"), second, request("third")]) queue.add(each);
  queue.remove(second);
  for (let next = queue.take(); next !== undefined; next = queue.take()) next.start(0);
  expect(started).toEqual(["first", "third"]);
});

test("none is taken in while the first one has waited too long, unless few wait", () => {
  const { queue, request, pass } = queueOf(200);
  for (let i = 0; i < 15; i++) queue.add(request("early"));
  pass(10_000);
  queue.add(request("the 16th"));
  expect(() => queue.add(request("late"))).toThrow(
    expect.objectContaining({ code: "BUSY", status: 503, hint: "ask again in a moment" }),
  );
  while (queue.size > 15) queue.take();
  queue.add(request("later"));
});

test("however quickly they are taken, only so many wait at once", () => {
  const { queue, request } = queueOf(200);
  for (let i = 0; i < 1_000; i++) queue.add(request("each"));
  expect(() => queue.add(request("one more"))).toThrow(expect.objectContaining({ code: "BUSY" }));
});
