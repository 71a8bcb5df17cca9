import { NodeError } from "../errors";
import { exchange, type HttpAnswer, type HttpLimits, isTooLong, withRetries } from "./http";
import type { Sent } from "./keep-alive";
import { asksTooMuch, httpLimit, isRateLimit, lacksMethod, limitError } from "./limits";
import { authorization, type NodeOptions, parseUrl, patienceOf } from "./node-call";
import { Pace } from "./pace";

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
/** A node that takes no larger batches is sent several at once: one after another, most of the time is spent waiting. */
const SMALL_BATCH = 10;
const AT_ONCE = 8;
/** AvalancheGo hangs up after 30 s. A shorter limit distinguishes a slow node from one that is gone. */
const DEFAULTS: HttpLimits = { timeoutMs: 25_000, maxBytes: 256 * 1024 * 1024 };
/** geth's error code for calls beyond the byte limit of a batch. */
const RESPONSE_TOO_LARGE = -32003;

/** The result of this method depends on time, and a failed contract is an answer too. */
const CONTRACT_CALL = "eth_call";

/**
 * Opens a sender that returns the answers of an Ethereum API in the order of the calls, over as many requests as
 * needed, at the node's pace. If a node accepts fewer calls at once, returns fewer bytes, or is too slow, batches
 * shrink. What was answered before a failure is not requested again.
 * @throws ConfigError CONFIG_INVALID if `url` is not an http URL
 */
export function openBatches(url: string, options: NodeOptions): Send {
  const post = openPost(url, options);
  const { pace = new Pace() } = options;
  const patience = patienceOf(options, options.timeoutMs ?? DEFAULTS.timeoutMs);
  const ofAll = new BatchSize(CALLS_PER_REQUEST);
  const ofMethod = new Map<string, BatchSize>();
  const kept = new KeptAnswers();
  return async (calls, { signal }) => {
    const answers = calls.map((call) => kept.take(call));
    const missing = [...calls.keys()].filter((i) => answers[i] === undefined);
    const { method = "" } = calls[0] ?? {};
    const own = ofMethod.get(method) ?? new BatchSize(CALLS_PER_REQUEST);
    ofMethod.set(method, own);
    // Whoever asks contracts asks again later by himself, and blocks may wait for him.
    const mostRefusals = method === CONTRACT_CALL ? 1 : undefined;
    /** Sends the first missing calls. Those that are not answered are missing again. */
    const sendSome = async (count: number): Promise<void> => {
      const indexes = missing.splice(0, count);
      try {
        await sendThese(indexes);
      } finally {
        missing.unshift(...indexes.filter((i) => answers[i] === undefined));
      }
    };
    const sendThese = async (indexes: readonly number[]): Promise<void> => {
      const count = indexes.length;
      const batch = indexes.map((i) => calls[i] as RpcCall);
      const found = await sendBatch(post, batch, signal).catch((error) => {
        // The caller sees this error and retries, then in smaller batches.
        if (isTimeout(error)) own.refuse(count);
        if (count === 1 && isRefusal(error)) ofAll.forget();
        throw error;
      });
      if (found === "too many calls") return ofAll.refuse(count);
      if (found.length < count) own.refuse(count, found.length || undefined);
      else for (const size of [ofAll, own]) size.accept(count);
      const isAnswered = (answer: Answer | undefined) => answer !== undefined && !isLimited(answer);
      for (const [at, i] of indexes.entries()) if (isAnswered(found[at])) answers[i] = found[at];
      const limited = found.find(isLimited);
      if (limited) throw limitError(String(limited.error?.message), { isPartial: found.some(isAnswered) });
    };
    try {
      while (missing.length > 0) {
        const size = Math.min(missing.length, ofAll.size, own.size);
        const sideBySide = ofAll.size > SMALL_BATCH ? 1 : Math.min(AT_ONCE, Math.ceil(missing.length / size));
        const sent = Array.from({ length: sideBySide }, () =>
          pace.run(size, sendSome, { ...patience, mostRefusals, signal }),
        );
        for (const result of await Promise.allSettled(sent))
          if (result.status === "rejected") throw result.reason;
      }
    } catch (error) {
      kept.keep(calls, answers);
      throw error;
    }
    if (answers.some((answer) => answer?.error != null)) kept.keep(calls, answers);
    return answers as Answer[];
  };
}

/** How long a refused number of calls is not tried again. */
const REFUSED_MS = 600_000;

/** The number of calls in a batch: found by halving, then grown up to what was refused. */
class BatchSize {
  size: number;
  readonly #most: number;
  #refused: { calls: number; atMs: number } | undefined;

  constructor(most: number) {
    this.size = most;
    this.#most = most;
  }

  /** A batch of so many calls was refused; `answered` of them were not. */
  refuse(calls: number, answered = calls >> 1): void {
    this.#refused = { calls, atMs: performance.now() };
    this.size = Math.max(1, answered);
  }

  /** Not even one call was taken: the number of calls was not what was refused. */
  forget(): void {
    this.#refused = undefined;
    this.size = this.#most;
  }

  accept(calls: number): void {
    if (calls < this.size) return;
    const { calls: refused, atMs } = this.#refused ?? { calls: this.#most + 1, atMs: 0 };
    const most = performance.now() - atMs < REFUSED_MS ? Math.max(1, refused - 1) : this.#most;
    this.size = Math.min(most, this.#most, this.size + 1 + (this.size >> 4));
  }
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
  return error != null && isRateLimit(error);
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

/**
 * Answers to the leading calls that arrived whole. Empty if the answer was too long as a whole.
 * @throws NodeError NODE_LIMITED
 */
async function sendBatch(
  post: Post,
  calls: readonly RpcCall[],
  signal: AbortSignal | undefined,
): Promise<Answer[] | "too many calls"> {
  const [first] = calls;
  // Outside a batch no answer is too long, and some nodes take no batches at all.
  if (first && calls.length === 1) return [readAnswer(await post(toMessage(first, 0), signal), calls)];
  try {
    return fittingAnswers(await post(calls.map(toMessage), signal), calls);
  } catch (error) {
    if (isTooLong(error)) return [];
    if (isRefusal(error)) return "too many calls";
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
    const sent: Sent = { method: "POST", body: JSON.stringify(message), headers };
    if (signal !== undefined) sent.signal = signal;
    const attempt = () => exchange(target, sent, limits);
    return options.retry === undefined ? attempt() : withRetries(attempt, options.retry, signal);
  };
}

function toMessage(call: RpcCall, id: number) {
  return { jsonrpc: "2.0", id, ...call };
}

/** Statuses of those who do not take a batch, or not so large a one. */
const REFUSAL = [400, 403, 405, 413, 422, 501];

/** Whether a call was answered with such a status, and no reason. */
function isRefusal(error: unknown): boolean {
  return error instanceof NodeError && REFUSAL.includes(Number(error.details?.status));
}

function fittingAnswers(reply: HttpAnswer, calls: readonly RpcCall[]): Answer[] | "too many calls" {
  const parsed = parse(reply, calls);
  const list: (Answer & { id?: unknown })[] = Array.isArray(parsed) ? parsed : [];
  if (list.length < 2) {
    const refusal = errorOf(list[0] ?? parsed);
    if (refusal && isRateLimit(refusal)) throw limitError(String(refusal.message));
    // One error stands for the whole batch.
    return refusal && lacksMethod(refusal) ? calls.map(() => ({ error: refusal })) : "too many calls";
  }
  const ordered: (Answer | undefined)[] = [];
  for (const answer of list) ordered[Number(answer?.id)] = answer;
  const end = calls.findIndex((_, i) => ordered[i] === undefined || isCutOff(ordered[i]));
  return ordered.slice(0, end < 0 ? calls.length : end) as Answer[];
}

/** Whether an answer of a batch is missing because those before it were long. */
function isCutOff({ error }: Answer): boolean {
  return error != null && (error.code === RESPONSE_TOO_LARGE || (asksTooMuch(error) && !isRateLimit(error)));
}

function readAnswer(reply: HttpAnswer, calls: readonly RpcCall[]): Answer {
  const parsed = parse(reply, calls);
  const answer = Array.isArray(parsed) ? parsed[0] : parsed;
  if (typeof answer === "object" && answer !== null && ("result" in answer || "error" in answer))
    return answer;
  throw refuse(calls, "with no answer");
}

/** The error in an answer, if it is one of JSON-RPC. */
function errorOf(answer: unknown): Answer["error"] {
  const error = typeof answer === "object" && answer !== null && "error" in answer ? answer.error : undefined;
  return typeof error === "object" ? (error as Answer["error"]) : undefined;
}

/** @throws NodeError NODE_LIMITED, NODE_BAD_ANSWER */
function parse(reply: HttpAnswer, calls: readonly RpcCall[]): unknown {
  const limit = httpLimit(reply);
  if (limit !== undefined) throw limitError(limit, reply);
  const { status, text } = reply;
  const parsed = parseJson(text);
  // Some answer with a status of their own.
  const isAnswer = status === 200 || [parsed].flat().some((each) => errorOf(each) != null);
  if (!isAnswer) throw refuse(calls, `HTTP ${status} (${text.trim().slice(0, 100)})`, { status });
  if (parsed === undefined) throw refuse(calls, "with something that is not JSON");
  return parsed;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse([call]: readonly RpcCall[], message: string, details = {}): NodeError {
  return new NodeError("NODE_BAD_ANSWER", `${call?.method} was answered ${message}`, {
    hint: "check that the URL is an EVM chain's JSON-RPC endpoint",
    details,
  });
}
