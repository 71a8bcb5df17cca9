import { statSync } from "node:fs";
import { Mutex } from "../../mutex";
import { type Db, snapshot } from "../db";
import type { Reading } from "../reading";
import type { Reader, Store } from "../stores";
import { FileVersion } from "./version";

/** Reads a store in a file, and the new one when the file at its path is replaced. */
export class FileReader<Tables> implements Reader<Tables> {
  readonly #path: string;
  readonly #openStore: () => Promise<Store<Tables>>;
  readonly #mutex = new Mutex();
  readonly #version: FileVersion;
  #open: { inode: number | undefined; store: Store<Tables> } | undefined;

  constructor(path: string, openStore: () => Promise<Store<Tables>>) {
    this.#path = path;
    this.#openStore = openStore;
    this.#version = new FileVersion(path);
  }

  async version(): Promise<string | undefined> {
    return this.#version.read();
  }

  /** One snapshot at a time: the connection has one, and the file is closed only in between. */
  snapshot<T>(work: (db: Db<Tables>) => Promise<T>, reading?: Reading): Promise<T> {
    return this.#mutex.run(async () => snapshot((await this.#current()).db, work, reading));
  }

  async close(): Promise<void> {
    this.#version.close();
    await this.#mutex.idle();
    await this.#open?.store.close();
  }

  async #current(): Promise<Store<Tables>> {
    const inode = statSync(this.#path, { throwIfNoEntry: false })?.ino;
    if (this.#open !== undefined && this.#open.inode === inode) return this.#open.store;
    const before = this.#open;
    this.#open = undefined; // even if opening fails, and even if a new file gets the inode of the closed one
    await before?.store.close();
    const store = await this.#openStore();
    this.#open = { inode, store };
    return store;
  }
}
