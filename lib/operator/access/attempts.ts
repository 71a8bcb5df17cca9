import { describeError } from "../../errors";

/** Reads the parts of a picture: one that fails leaves a gap and a sentence. */
export function openAttempts() {
  const troubles: string[] = [];
  return {
    troubles,
    /** `what` begins the sentence. */
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

/** The member, unless its value is undefined: what is absent is left out of JSON and of types. */
export function given<K extends string, T>(name: K, value: T | undefined): { [N in K]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { [N in K]: T });
}
