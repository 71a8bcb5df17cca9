import { setImmediate as afterOthers } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Mutex, Pool, Semaphore } from "./mutex";

const FULL = { mostWaiting: 1, refuse: () => new Error("full") };

/** Tasks that end when they are told to, and the names of those that have begun. */
function openTasks() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    task: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    },
    async end(name: string) {
      ends.get(name)?.();
      await afterOthers();
    },
  };
}

describe("a mutex", () => {
  it("runs one task at a time, in order", async () => {
    const mutex = new Mutex();
    const { begun, task, end } = openTasks();
    const results = Promise.all(["a", "b", "c"].map((name) => mutex.run(task(name))));
    await afterOthers();
    expect(begun).toEqual(["a"]);
    await end("a");
    expect(begun).toEqual(["a", "b"]);
    await end("b");
    await end("c");
    expect(await results).toEqual(["a", "b", "c"]);
  });

  it("goes on after a task that fails or throws, and tells its caller", async () => {
    const mutex = new Mutex();
    const failed = mutex.run(async () => Promise.reject(new Error("failed")));
    const thrown = mutex.run(() => {
      throw new Error("thrown");
    });
    const done = mutex.run(() => "done");
    await expect(failed).rejects.toThrow("failed");
    await expect(thrown).rejects.toThrow("thrown");
    expect(await done).toBe("done");
  });

  it("is idle after all tasks given before, failed ones too", async () => {
    const mutex = new Mutex();
    await mutex.idle();
    const { task, end } = openTasks();
    let isIdle = false;
    const running = mutex.run(task("a"));
    const failing = mutex.run(async () => Promise.reject(new Error("failed"))).catch(() => "failed");
    const idle = mutex.idle().then(() => {
      isIdle = true;
    });
    await afterOthers();
    expect(isIdle).toBe(false);
    await end("a");
    await idle;
    expect(await Promise.all([running, failing])).toEqual(["a", "failed"]);
  });

  it("is held until it is released, which may be said twice", async () => {
    const mutex = new Mutex();
    const { begun, task, end } = openTasks();
    const release = await mutex.acquire();
    const later = [mutex.run(task("a")), mutex.run(task("b"))];
    await afterOthers();
    expect(begun).toEqual([]);
    release();
    release();
    await afterOthers();
    expect(begun).toEqual(["a"]);
    await end("a");
    await end("b");
    expect(await Promise.all(later)).toEqual(["a", "b"]);
  });
});

describe("a semaphore", () => {
  it("runs a few tasks at once, keeps the others in order, and refuses what is too much", async () => {
    const semaphore = new Semaphore(2, FULL);
    const { begun, task, end } = openTasks();
    const results = ["a", "b", "c"].map((name) => semaphore.run(task(name)));
    await expect(semaphore.run(task("d"))).rejects.toThrow("full");
    expect(begun).toEqual(["a", "b"]);
    await end("b");
    expect(begun).toEqual(["a", "b", "c"]);
    await end("a");
    await end("c");
    expect(await Promise.all(results)).toEqual(["a", "b", "c"]);
    await expect(semaphore.run(async () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    const after = ["e", "f"].map((name) => semaphore.run(task(name)));
    expect(begun.slice(3)).toEqual(["e", "f"]);
    await end("e");
    await end("f");
    await Promise.all(after);
  });

  it("gives a free place to who waits, not to who comes at that moment", async () => {
    const semaphore = new Semaphore(1, FULL);
    const { begun, task, end } = openTasks();
    const first = semaphore.run(task("first"));
    const second = semaphore.run(task("second"));
    const third = first.then(() => semaphore.run(task("third")));
    await end("first");
    expect(begun).toEqual(["first", "second"]);
    await end("second");
    await end("third");
    expect(await Promise.all([second, third])).toEqual(["second", "third"]);
  });
});

describe("a pool", () => {
  it("gives each task the least busy member, and refuses when all have enough", async () => {
    const pool = new Pool(["left", "right"], FULL);
    const { begun, task, end } = openTasks();
    const run = (name: string) => pool.run((member) => task(`${name} ${member}`)());
    const tasks = ["a", "b", "c", "d"].map(run);
    expect(begun).toEqual(["a left", "b right", "c left", "d right"]);
    await expect(run("e")).rejects.toThrow("full");
    await end("b right");
    const late = run("f");
    expect(begun.at(-1)).toBe("f right");
    for (const name of begun) await end(name);
    await Promise.all([...tasks, late]);
    await expect(pool.run(async () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(await pool.run(async (member) => member)).toBe("left");
  });
});
