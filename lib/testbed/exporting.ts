import { join } from "node:path";
import { ExportFolder } from "../api/exports/folder";
import type { AskApi } from "../api/exports/list-reader";
import { type ExportOptions, runExports } from "../api/exports/run";
import type { Operation } from "../contract/data/operations";
import { SILENT } from "../log";
import type { Stores } from "../store/stores";

/** What writes exports of a Firn in tests. */
export interface Exporting {
  folder: ExportFolder;
  /** @throws when it is refused */
  ask(body: object): Promise<Operation>;
  /** Writes the files of everything that was asked for. */
  run(options?: Partial<ExportOptions>): Promise<void>;
  read(id: string): Promise<Operation>;
  /** Asks, writes and reads. */
  export(body: object, options?: Partial<ExportOptions>): Promise<{ operation: Operation; file: Buffer }>;
}

export function openExporting({ url, stores }: { url: string; stores: Stores }): Exporting {
  const folder = new ExportFolder(join(stores.place.folder, "exports"));
  const askApi: AskApi = (path) => fetch(url + path);
  const send = async (path: string, init?: RequestInit) => {
    const answer = await fetch(url + path, init);
    const body = (await answer.json()) as Operation & { message: string };
    if (!answer.ok) throw new Error(`${answer.status} ${body.message}`);
    return body;
  };
  const exporting: Exporting = {
    folder,
    ask: (body) =>
      send("/v1/operations/transactions:export", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    read: (id) => send(`/v1/operations/${id}`),
    async run(options = {}) {
      const stop = new AbortController();
      const running = runExports({
        folder,
        nowMs: Date.now,
        signal: stop.signal,
        log: SILENT,
        lookMs: 10,
        openApi: async () => ({ ask: askApi, close: async () => {} }),
        ...options,
      });
      const until = options.signal ?? stop.signal;
      while (!until.aborted && (await folder.listOpen()).length > 0)
        await new Promise((resolve) => setTimeout(resolve, 10));
      stop.abort();
      await running;
    },
    async export(body, options) {
      const { operationId } = await exporting.ask(body);
      await exporting.run(options);
      const operation = await exporting.read(operationId);
      const { downloadUrl } = operation.metadata ?? {};
      if (downloadUrl === undefined) throw new Error(operation.message);
      return { operation, file: Buffer.from(await (await fetch(downloadUrl)).arrayBuffer()) };
    },
  };
  return exporting;
}
