import { describeError } from "../../errors";

/** Runs the readers of one overview. A reader that fails leaves a gap and adds a sentence that says why. */
export function openAttempts() {
  const troubles: string[] = [];
  return {
    troubles,
    /** `what` is the subject of the sentence. */
    async attempt<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
      try {
        return await work();
      } catch (error) {
        troubles.push(`${what}: ${describeError(error)}`);
        return undefined;
      }
    },
  };
}

/** An object with this member, or without it if the value is undefined: JSON and types leave out what is absent. */
export function given<K extends string, T>(name: K, value: T | undefined): { [N in K]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { [N in K]: T });
}
