/** Starts a worker, sends one request and ends it. Rejects if it does not start. Ended early, it never answers. */
export function askWorker<Request, Answer>(
  open: () => Worker,
  request: Request,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = open();
    const finish = () => worker.terminate();
    signal.addEventListener("abort", finish, { once: true });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      finish();
      resolve(data);
    };
    worker.onerror = () => {
      finish();
      reject(new Error("the checking worker did not start"));
    };
    worker.postMessage(request);
  });
}

/** Runs `task` when the page is idle; Safari has no idle callback. Call the result to cancel. */
export function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(task, { timeout: 2000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(task, 200);
  return () => clearTimeout(timer);
}
