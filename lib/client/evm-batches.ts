import { NodeError } from "../errors";
import { exchange, type HttpAnswer, type HttpLimits, isTooLong } from "./http";
import { authorization, type NodeOptions, parseUrl } from "./node";

export interface Asked {
  method: string;
  params: unknown[];
}

export interface Answer {
  result?: unknown;
  error?: { code: number; message: string } | null;
}

export type Send = (
  calls: readonly Asked[],
  options: { signal?: AbortSignal | undefined },
) => Promise<Answer[]>;

/** Calls in one HTTP request at most; geth takes a thousand, and gives 25 MB. */
const CALLS_PER_REQUEST = 500;
/** AvalancheGo hangs up after 30 s: less tells a slow node from one that is gone. */
const DEFAULTS: HttpLimits = { timeoutMs: 25_000, maxBytes: 256 * 1024 * 1024 };
/** geth: what comes behind the bytes that a batch may have. */
const RESPONSE_TOO_LARGE = -32003;

/**
 * Answers of an Ethereum API in the order of the calls, over as many requests as it takes: a node that takes fewer calls
 * at once, gives fewer bytes, or is too slow for so many, is asked in smaller batches.
 * @throws ConfigError CONFIG_INVALID when `url` is no http URL
 */
export function openBatches(url: string, options: NodeOptions): Send {
  const post = openPost(url, options);
  const most = new Map<string, number>();
  return async (calls, { signal }) => {
    const answers: Answer[] = [];
    while (answers.length < calls.length) {
      const { method = "" } = calls[answers.length] ?? {};
      const size = most.get(method) ?? CALLS_PER_REQUEST;
      const part = calls.slice(answers.length, answers.length + size);
      const fitting = await askTogether(post, part, signal).catch((error) => {
        // Whoever asks says so, and asks again: for less then.
        if (isTimeout(error)) most.set(method, Math.max(1, part.length >> 1));
        throw error;
      });
      if (fitting.length === part.length)
        most.set(method, Math.min(CALLS_PER_REQUEST, size + 1 + (size >> 4)));
      else if (fitting.length > 0) most.set(method, fitting.length);
      else if (part.length > 1) most.set(method, part.length >> 1);
      // Outside of a batch no length is too much.
      else fitting.push(readAnswer(await post(part.map(toMessage)[0], signal), part));
      answers.push(...fitting);
    }
    return answers;
  };
}

/**
 * Sends calls that are made under one signal in one turn of the event loop in one batch: a hundred contracts are met at
 * once. Whoever brings no signal is asked for alone, and waits for nobody else's answer.
 */
export function gather(
  send: Send,
): (call: Asked, options: { signal?: AbortSignal | undefined }) => Promise<Answer | undefined> {
  interface Waiting {
    call: Asked;
    resolve: (answer: Answer | undefined) => void;
    reject: (error: unknown) => void;
  }
  const queues = new Map<AbortSignal, Waiting[]>();
  const flush = async (signal: AbortSignal): Promise<void> => {
    const queue = queues.get(signal) ?? [];
    queues.delete(signal);
    try {
      const answers = await send(
        queue.map(({ call }) => call),
        { signal },
      );
      for (const [i, { resolve }] of queue.entries()) resolve(answers[i]);
    } catch (error) {
      for (const { reject } of queue) reject(error);
    }
  };
  return async (call, { signal }) => {
    if (signal === undefined) return (await send([call], {}))[0];
    return new Promise((resolve, reject) => {
      const queue = queues.get(signal);
      if (queue) {
        queue.push({ call, resolve, reject });
        return;
      }
      queues.set(signal, [{ call, resolve, reject }]);
      setImmediate(() => void flush(signal));
    });
  };
}

/** Answers to those of the first calls that came whole; none when the batch was too much as one. */
async function askTogether(
  post: Post,
  calls: readonly Asked[],
  signal: AbortSignal | undefined,
): Promise<Answer[]> {
  try {
    return fittingAnswers(await post(calls.map(toMessage), signal), calls);
  } catch (error) {
    if (isTooLong(error) && calls.length > 1) return [];
    throw error;
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof NodeError && error.code === "NODE_TIMEOUT";
}

type Post = (message: unknown, signal: AbortSignal | undefined) => Promise<HttpAnswer>;

function openPost(url: string, options: NodeOptions): Post {
  const target = parseUrl(url);
  const headers = { ...authorization(target), "content-type": "application/json" };
  target.username = "";
  target.password = "";
  const limits: HttpLimits = { ...DEFAULTS };
  if (options.timeoutMs !== undefined) limits.timeoutMs = options.timeoutMs;
  if (options.maxBytes !== undefined) limits.maxBytes = options.maxBytes;
  if (options.fetch !== undefined) limits.fetch = options.fetch;
  return (message, signal) => {
    const init: RequestInit = { method: "POST", body: JSON.stringify(message), headers };
    if (signal !== undefined) init.signal = signal;
    return exchange(target, init, limits);
  };
}

function toMessage(call: Asked, id: number) {
  return { jsonrpc: "2.0", id, ...call };
}

function fittingAnswers(reply: HttpAnswer, calls: readonly Asked[]): Answer[] {
  if (reply.status === 413) return [];
  const parsed = parse(reply, calls);
  const ordered: (Answer | undefined)[] = [];
  if (Array.isArray(parsed)) for (const answer of parsed) ordered[Number(answer?.id)] = answer;
  const isWhole = calls.map((_, i) => ordered[i] && ordered[i]?.error?.code !== RESPONSE_TOO_LARGE);
  const end = isWhole.findIndex((whole) => !whole);
  const whole = ordered.slice(0, end < 0 ? calls.length : end) as Answer[];
  const batchRefused = calls.length > 1 && Array.isArray(parsed) && parsed.length === 1;
  return batchRefused ? [] : whole;
}

function readAnswer(reply: HttpAnswer, calls: readonly Asked[]): Answer {
  const parsed = parse(reply, calls);
  const answer = Array.isArray(parsed) ? parsed[0] : parsed;
  if (typeof answer === "object" && answer !== null && ("result" in answer || "error" in answer))
    return answer;
  throw refuse(calls, "with no answer");
}

function parse({ status, text }: HttpAnswer, calls: readonly Asked[]): unknown {
  if (status !== 200) throw refuse(calls, `HTTP ${status} (${text.trim().slice(0, 100)})`);
  try {
    return JSON.parse(text);
  } catch {
    throw refuse(calls, "with something that is no JSON");
  }
}

function refuse([call]: readonly Asked[], said: string): NodeError {
  return new NodeError("NODE_BAD_ANSWER", `${call?.method} was answered ${said}`, {
    hint: "see whether the URL is that of an EVM chain's JSON-RPC",
  });
}
