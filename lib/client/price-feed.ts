import { readFile } from "node:fs/promises";
import { type PriceFeed, priceFeed } from "../contract/prices";
import { describeProblem } from "../contract/problem";
import { exchangeElsewhere } from "./http";
import { authorization } from "./node-call";

const LIMITS = { timeoutMs: 5_000, maxBytes: 64 * 1024 * 1024 };

/**
 * Reads the operator's token prices from an http URL or a file.
 * @throws Error with the reason, without credentials
 */
export async function readPriceFeed(source: string, signal: AbortSignal): Promise<PriceFeed> {
  const text = /^https?:\/\//.test(source)
    ? await download(new URL(source), signal)
    : await readFile(source, "utf8");
  const result = priceFeed.safeParse(JSON.parse(text));
  if (result.success) return result.data;
  throw new Error(describeProblem(result.error));
}

async function download(url: URL, signal: AbortSignal): Promise<string> {
  const headers = authorization(url);
  url.username = "";
  url.password = "";
  const answer = await exchangeElsewhere(url, { headers, signal }, LIMITS);
  if (answer.status === 200) return answer.text;
  throw new Error(`${url.origin} answered ${answer.status}`);
}
