import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { ConfigError, describeError } from "../../errors";
import type { Log } from "../../log";
import { Reading } from "../../store/reading";
import type { OpenAnswering } from "../answering";
import { createApp } from "../app";
import type { FromReader, ReaderInput, SentRequest, ToReader } from "./messages";
import { reportSelf } from "./report";

/** Answers what another thread has let in, until that one says to close. */
export async function answerForOthers(open: () => Promise<OpenAnswering>, log: Log): Promise<void> {
  if (parentPort === null) throw new Error("this is not a thread of its own");
  const port = parentPort;
  const send = (message: FromReader, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  try {
    const answering = await open();
    await new Reader(port, answering, log).run();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    send({ refused: describeError(error) });
  }
}

class Reader {
  readonly #port: MessagePort;
  readonly #answering: OpenAnswering;
  readonly #app: ReturnType<typeof createApp>;
  readonly #left = (workerData as ReaderInput).left;
  readonly #streams = new Map<number, ReadableStreamDefaultReader<Uint8Array>>();

  constructor(port: MessagePort, answering: OpenAnswering, log: Log) {
    this.#port = port;
    this.#answering = answering;
    this.#app = createApp({ answering, log });
  }

  /** Resolves once everything is closed. */
  run(): Promise<void> {
    return new Promise((resolve, reject) => {
      const take = async (message: ToReader) => {
        if ("request" in message) await this.#answer(message.id, message.request);
        else if ("more" in message) await this.#sendPart(message.id);
        else if ("leave" in message) await this.#leave(message.id);
        else if ("streams" in message) this.#answering.endStreams();
        else {
          endReports();
          await this.#answering.close();
          this.#port.close();
          resolve();
        }
      };
      this.#port.on("message", (message: ToReader) => void take(message).catch(reject));
      this.#send({ ready: true });
      const endReports = reportSelf((report) => this.#send({ report }));
    });
  }

  async #answer(id: number, { method, url, headers, body, place }: SentRequest): Promise<void> {
    const reading = new Reading(() => Atomics.load(this.#left, place) === 1);
    const request = new Request(url, { method, headers, body: body ? new Uint8Array(body) : null });
    const response = await this.#app.fetch(request, { reading });
    const head = { status: response.status, headers: [...response.headers] };
    if (response.headers.get("content-type")?.startsWith("text/event-stream") && response.body !== null) {
      this.#streams.set(id, response.body.getReader());
      this.#send({ id, stream: head });
      return;
    }
    const bytes = response.body === null ? null : new Uint8Array(await response.arrayBuffer());
    const answer = { ...head, body: bytes };
    this.#send({ id, answer, tookMs: reading.tookMs || undefined }, bytes === null ? [] : [bytes.buffer]);
  }

  async #sendPart(id: number): Promise<void> {
    const part = await this.#streams
      .get(id)
      ?.read()
      .catch(() => ({ value: undefined }));
    if (part?.value === undefined) this.#streams.delete(id);
    this.#send({ id, part: part?.value });
  }

  async #leave(id: number): Promise<void> {
    this.#send({ heard: true });
    await this.#streams.get(id)?.cancel();
    this.#streams.delete(id);
  }

  #send(message: FromReader, transfer: ArrayBuffer[] = []): void {
    this.#port.postMessage(message, transfer);
  }
}
