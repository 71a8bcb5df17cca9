import { NodeError } from "../errors";
import { exchange, type HttpAnswer, type HttpLimits, isTooLong, withRetries } from "./http";
import { authorization, type NodeOptions, parseUrl } from "./node-call";

export interface RpcCall {
  method: string;
  params: unknown[];
}

export interface Answer {
  result?: unknown;
  error?: { code: number; message: string } | null;
}

export type Send = (
  calls: readonly RpcCall[],
  options: { signal?: AbortSignal | undefined },
) => Promise<Answer[]>;

/** Limit of calls in one HTTP request. geth accepts 1000, and returns 25 MB. */
const CALLS_PER_REQUEST = 500;
/** AvalancheGo hangs up after 30 s. A shorter limit distinguishes a slow node from one that is gone. */
const DEFAULTS: HttpLimits = { timeoutMs: 25_000, maxBytes: 256 * 1024 * 1024 };
/** geth's error code for calls beyond the byte limit of a batch. */
const RESPONSE_TOO_LARGE = -32003;

/** Error codes of rate limits: EIP-1474's, HTTP's, and one in common use. */
const LIMITED = [-32005, -32029, 429];
const LIMITED_WORDS = /rate.?limit|too many requests|throttl|quota|compute units/i;
/** The result of this method depends on time, and a failed contract is an answer too. */
const CONTRACT_CALL = "eth_call";

/**
 * Opens a sender that returns the answers of an Ethereum API in the order of the calls, over as many requests as
 * needed. If a node accepts fewer calls at once, returns fewer bytes, or is too slow, batches shrink. What was answered
 * before a failure is not requested again.
 * @throws ConfigError CONFIG_INVALID if `url` is not an http URL
 */
export function openBatches(url: string, options: NodeOptions): Send {
  const post = openPost(url, options);
  const most = new Map<string, number>();
  const kept = new KeptAnswers();
  return async (calls, { signal }) => {
    const answers = calls.map((call) => kept.take(call));
    const missing = [...calls.keys()].filter((i) => answers[i] === undefined);
    try {
      while (missing.length > 0) {
        const { method = "" } = calls[missing[0] as number] ?? {};
        const size = most.get(method) ?? CALLS_PER_REQUEST;
        const indexes = missing.slice(0, size);
        const batch = indexes.map((i) => calls[i] as RpcCall);
        const fitting = await sendBatch(post, batch, signal).catch((error) => {
          // The caller sees this error and retries, then in smaller batches.
          if (isTimeout(error) || isLimit(error)) most.set(method, Math.max(1, indexes.length >> 1));
          throw error;
        });
        const limited = method === CONTRACT_CALL ? [] : fitting.filter(isLimited);
        if (limited.length > 0) most.set(method, Math.max(1, fitting.length - limited.length));
        else if (fitting.length === indexes.length)
          most.set(method, Math.min(CALLS_PER_REQUEST, size + 1 + (size >> 4)));
        else if (fitting.length > 0) most.set(method, fitting.length);
        else if (indexes.length > 1) most.set(method, indexes.length >> 1);
        // Outside a batch, no answer is too long.
        else fitting.push(readAnswer(await post(batch.map(toMessage)[0], signal), batch));
        for (const [at, answer] of fitting.entries())
          if (!limited.includes(answer)) answers[indexes[at] as number] = answer;
        missing.splice(0, fitting.length);
        if (limited[0]) throw limitError(batch, String(limited[0].error?.message));
      }
    } catch (error) {
      kept.keep(calls, answers);
      throw error;
    }
    if (answers.some((answer) => answer?.error != null)) kept.keep(calls, answers);
    return answers as Answer[];
  };
}

/** Answers that arrived before a failure, kept for the retry: per method, those of one failure. */
class KeptAnswers {
  readonly #byMethod = new Map<string, Map<string, Answer>>();

  keep(calls: readonly RpcCall[], answers: readonly (Answer | undefined)[]): void {
    const { method = "" } = calls[0] ?? {};
    if (method === CONTRACT_CALL) return;
    const own = new Map<string, Answer>();
    for (const [i, call] of calls.entries()) {
      const answer = answers[i];
      if (answer?.error == null && answer?.result != null) own.set(keyOf(call), answer);
    }
    this.#byMethod.set(method, own);
  }

  /** Returns an answer once. */
  take(call: RpcCall): Answer | undefined {
    const own = this.#byMethod.get(call.method);
    if (own === undefined || own.size === 0) return undefined;
    const key = keyOf(call);
    const answer = own.get(key);
    own.delete(key);
    return answer;
  }
}

function keyOf({ params }: RpcCall): string {
  return JSON.stringify(params);
}

function isLimited({ error }: Answer): boolean {
  return error != null && (LIMITED.includes(error.code) || LIMITED_WORDS.test(String(error.message)));
}

/** Whether an error says that the node limits calls. */
export function isLimit(error: unknown): boolean {
  return error instanceof NodeError && error.details?.limited === true;
}

function limitError([call]: readonly RpcCall[], message: string, retryAfterMs?: number): NodeError {
  return new NodeError(
    "NODE_BAD_ANSWER",
    `${call?.method}: the node limits calls: ${message.slice(0, 200)}`,
    {
      hint: "Firn slows down and retries; your own node has no such limit",
      details: { limited: true, ...(retryAfterMs !== undefined && { retryAfterMs }) },
    },
  );
}

/**
 * Puts calls made under one signal in one turn of the event loop into one batch: a hundred contracts are identified at
 * once. A call without a signal is sent alone, so that it waits for no other answer.
 */
export function batchCalls(
  send: Send,
): (call: RpcCall, options: { signal?: AbortSignal | undefined }) => Promise<Answer | undefined> {
  interface Waiting {
    call: RpcCall;
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

/** Answers to the leading calls that arrived whole. Empty if the batch was too large as a whole. */
async function sendBatch(
  post: Post,
  calls: readonly RpcCall[],
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
    const attempt = () => exchange(target, init, limits);
    return options.retry === undefined ? attempt() : withRetries(attempt, options.retry, signal);
  };
}

function toMessage(call: RpcCall, id: number) {
  return { jsonrpc: "2.0", id, ...call };
}

function fittingAnswers(reply: HttpAnswer, calls: readonly RpcCall[]): Answer[] {
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

function readAnswer(reply: HttpAnswer, calls: readonly RpcCall[]): Answer {
  const parsed = parse(reply, calls);
  const answer = Array.isArray(parsed) ? parsed[0] : parsed;
  if (typeof answer === "object" && answer !== null && ("result" in answer || "error" in answer))
    return answer;
  throw refuse(calls, "with no answer");
}

const TOO_MANY = 429;
const AWAY = 503;

function parse({ status, text, retryAfterMs }: HttpAnswer, calls: readonly RpcCall[]): unknown {
  if (status === TOO_MANY || (status === AWAY && retryAfterMs !== undefined))
    throw limitError(calls, `HTTP ${status}`, retryAfterMs);
  if (status !== 200) throw refuse(calls, `HTTP ${status} (${text.trim().slice(0, 100)})`);
  try {
    return JSON.parse(text);
  } catch {
    throw refuse(calls, "with something that is not JSON");
  }
}

function refuse([call]: readonly RpcCall[], message: string): NodeError {
  return new NodeError("NODE_BAD_ANSWER", `${call?.method} was answered ${message}`, {
    hint: "check that the URL is an EVM chain's JSON-RPC endpoint",
  });
}
