/** Runs tasks one at a time, in order. A failed task does not stop the next. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();

  /** Resolves or rejects as `task` does. */
  async run<T>(task: () => T | Promise<T>): Promise<T> {
    const release = await this.acquire();
    try {
      return await task();
    } finally {
      release();
    }
  }

  /**
   * For a task that is not one function. Prefer `run`: a lock that is never released stops everyone behind it.
   * @returns what releases the lock; calling it again does nothing
   */
  async acquire(): Promise<() => void> {
    const before = this.#last;
    let release = () => {};
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  }

  /** Waits for every task that was given before this call. */
  async idle(): Promise<void> {
    await this.#last;
  }
}

/** How many tasks may wait, and what one more is refused with. */
export interface Queue {
  mostWaiting: number;
  refuse: () => Error;
}

/** Runs at most `atOnce` tasks at a time, in order. A failed task does not stop the next. */
export class Semaphore {
  #free: number;
  readonly #queue: Queue;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number, queue: Queue) {
    this.#free = atOnce;
    this.#queue = queue;
  }

  /** Resolves or rejects as `task` does. @throws what `refuse` makes, when the queue is full */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else if (this.#waiting.length < this.#queue.mostWaiting)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else throw this.#queue.refuse();
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next(); // takes the place at once, before a newcomer can
    }
  }
}

/**
 * Gives each task the member of a pool that has the fewest, so that one slow task blocks neither the fast ones nor all of
 * the slow ones. Does not keep tasks of one member apart: members do that themselves, with a mutex if need be.
 */
export class Pool<Member> {
  readonly #members: { member: Member; tasks: number }[];
  readonly #queue: Queue;

  /** @param queue of each member: one task is being done, the others wait */
  constructor(members: readonly Member[], queue: Queue) {
    this.#members = members.map((member) => ({ member, tasks: 0 }));
    this.#queue = queue;
  }

  /** Resolves or rejects as `task` does. @throws what `refuse` makes, when every queue is full */
  async run<T>(task: (member: Member) => Promise<T>): Promise<T> {
    const least = this.#members.reduce((least, each) => (each.tasks < least.tasks ? each : least));
    if (least.tasks > this.#queue.mostWaiting) throw this.#queue.refuse();
    least.tasks += 1;
    try {
      return await task(least.member);
    } finally {
      least.tasks -= 1;
    }
  }
}
