import type { z } from "zod";

/** Where a value is first not what it should be, and what is wrong there: one line. */
export function describeFault({ issues: [issue] }: z.ZodError): string {
  if (issue === undefined) return "it is not what it should be";
  const what = issue.code === "invalid_key" ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  return issue.path.length === 0 ? what : `${issue.path.join(".")}: ${what}`;
}
