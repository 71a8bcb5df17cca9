import type { z } from "zod";

/** One line: the first position at which a value is wrong, and why. */
export function describeProblem({ issues: [issue] }: z.ZodError): string {
  if (issue === undefined) return "it is not what it should be";
  const what = issue.code === "invalid_key" ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  return issue.path.length === 0 ? what : `${issue.path.join(".")}: ${what}`;
}
