import { refusal } from "@/app/refusal";

/** The number of the first row of a page, counted from 1, from `?pageToken=26`; undefined if it is no such number. */
export function readPageStart(request: Request): number | undefined {
  const text = new URL(request.url).searchParams.get("pageToken") ?? "1";
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined;
}

export function refusalOfToken(): Response {
  return refusal(400, "pageToken must be the one of the previous page");
}
