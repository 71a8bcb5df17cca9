import { setTimeout as sleep } from "node:timers/promises";
import { parseLossless } from "../../contract/rpc";
import { BusyError, InputError, NodeError } from "../../errors";
import { PARTIAL_HEADER } from "../middleware/callers";
import type { ListPlace, PlannedList } from "./folder";
import type { ExportForm } from "./forms";

/** Asks the API for a path with its query. */
export type AskApi = (url: string) => Promise<Response>;

/** How often a page is asked for again that can't be had at the moment, and the pause between. */
const TRIES = 40;
const PAUSE_MS = 500;

/** Reads a list item by item, and knows where it stands. */
export class ListReader {
  readonly list: PlannedList;
  readonly #form: ExportForm;
  readonly #ask: AskApi;
  readonly #signal: AbortSignal;
  readonly #onLack: (lack: string) => void;
  #place: ListPlace;
  #page: { items: unknown[]; next: string | undefined } | undefined;
  /** Time of the last item that has one: those without stand where they are. */
  #time = 0;

  constructor(
    list: PlannedList,
    options: {
      form: ExportForm;
      place: ListPlace;
      ask: AskApi;
      signal: AbortSignal;
      /** What an answer said that it lacks. */
      onLack: (lack: string) => void;
    },
  ) {
    this.list = list;
    this.#form = options.form;
    this.#place = options.place;
    this.#ask = options.ask;
    this.#signal = options.signal;
    this.#onLack = options.onLack;
  }

  get place(): ListPlace {
    return { ...this.#place };
  }

  /** Whether the next item is at hand. */
  get hasNext(): boolean {
    return this.#page !== undefined && this.#place.taken < this.#page.items.length;
  }

  /** Time of the next item, unix seconds; undefined at the end. Loads its page. @throws FirnError what the API refuses */
  async nextTime(): Promise<number | undefined> {
    this.#page ??= await this.#load();
    while (this.#place.taken >= this.#page.items.length) {
      if (this.#page.next === undefined) return undefined;
      this.#place = { pageToken: this.#page.next, taken: 0 };
      this.#page = await this.#load();
    }
    this.#time = this.#form.timeOf(this.#page.items[this.#place.taken]) ?? this.#time;
    return this.#time;
  }

  /** The item whose time `nextTime` gave. */
  take(): unknown {
    return this.#page?.items[this.#place.taken++];
  }

  async #load(): Promise<{ items: unknown[]; next: string | undefined }> {
    const { pageToken } = this.#place;
    const url = new URL(this.list.url, "http://firn.invalid");
    if (pageToken !== undefined) url.searchParams.set("pageToken", pageToken);
    const response = await this.#askUntilAnswered(url.pathname + url.search);
    const lack = response.headers.get(PARTIAL_HEADER);
    if (lack !== null) this.#onLack(lack);
    const body = parseLossless(await response.text()) as Record<string, unknown>;
    return { items: body[this.#form.member] as unknown[], next: body.nextPageToken as string | undefined };
  }

  async #askUntilAnswered(url: string): Promise<Response> {
    for (let tries = 1; ; tries++) {
      this.#signal.throwIfAborted();
      const response = await this.#ask(url);
      if (response.ok) return response;
      if (response.status < 500 || tries === TRIES) throw await refusalOf(response);
      await response.body?.cancel();
      await sleep(PAUSE_MS, undefined, { signal: this.#signal });
    }
  }
}

/** What an answer that is no page says. */
async function refusalOf(response: Response): Promise<InputError | NodeError | BusyError> {
  const { message } = (await response.json().catch(() => ({}))) as { message?: string | string[] };
  const text = [message ?? `the API answered ${response.status}`].flat().join("; ");
  if (response.status < 500) return new InputError("BAD_PARAMETER", text);
  return response.status === 503 ? new BusyError("BUSY", text) : new NodeError("API_BAD_ANSWER", text);
}
