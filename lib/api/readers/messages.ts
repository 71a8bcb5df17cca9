/** What the thread that accepts requests sends to one that answers them. */
export type ToReader =
  | { id: number; request: SentRequest }
  /** The next part of an answer without end is wanted. */
  | { id: number; more: true }
  /** Nobody waits for it any more. */
  | { id: number; leave: true }
  | { streams: "end" }
  | { close: true };

export interface SentRequest {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: Uint8Array | undefined;
  /** Its place in `ReaderInput.left`. */
  place: number;
}

/** How a thread is. Shares and times are of the seconds since its last report. */
export interface ThreadReport {
  /** Unix ms. */
  atMs: number;
  /** Share of the time that it worked, 0 to 1. */
  busy: number;
  /** Its longest turn, ms. */
  lagMs: number;
  heapBytes: number;
  heapLimitBytes: number;
}

/** What it sends back. */
export type FromReader =
  | { ready: true }
  | { report: ThreadReport }
  /** It takes messages: said when it is told that a client has left. */
  | { heard: true }
  /** It cannot start: a setting is wrong. */
  | { refused: string }
  | ({ id: number } & (
      | {
          answer: { status: number; headers: [name: string, value: string][]; body: Uint8Array | null };
          /** Time of its statements, ms; undefined if there were none, as of an answer that was kept. */
          tookMs: number | undefined;
        }
      /** An answer without end begins. */
      | { stream: { status: number; headers: [name: string, value: string][] } }
      | { part: Uint8Array | undefined }
    ));

/** Input of a thread that answers. */
export interface ReaderInput {
  /** 1 at the place of each request that nobody waits for any more: seen also in the midst of work. */
  left: Int32Array;
}
