/** An answer other than 200, which islands show as one of the states. */
export class AskError extends Error {
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** Seconds to wait after a 429. */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, retryAfter?: number) {
    super(message);
    this.name = "AskError";
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/**
 * Reads JSON from this origin's pass-through. The caller names the shape, which the server checked.
 * @throws AskError with the message of the body
 */
export async function askJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, {
    headers: { accept: "application/json" },
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new AskError(0, "Firn does not answer");
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return body as T;
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  throw new AskError(
    response.status,
    messageOf(body) ?? `Firn answered ${response.status}`,
    Number.isFinite(retryAfter) ? retryAfter : undefined,
  );
}

function messageOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("message" in body)) return undefined;
  return Array.isArray(body.message) ? body.message.join("; ") : String(body.message);
}
