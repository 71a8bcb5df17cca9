/** The end of a `switch` that names every case: a case more does not compile until it has its lines. */
export function unreachable(rest: never): never {
  throw new Error(
    `no case for ${JSON.stringify(rest, (_, each) => (typeof each === "bigint" ? `${each}` : each))}`,
  );
}
