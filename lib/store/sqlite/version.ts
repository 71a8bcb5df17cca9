import { statSync } from "node:fs";
import Database from "better-sqlite3";

/** Tells whether a store in a file has changed, over a connection that never has a snapshot and so always sees the newest. */
export class FileVersion {
  readonly #path: string;
  #opened = 0;
  #open: { inode: number; database: Database.Database; counter: Database.Statement } | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Another text after each commit, and of each file that takes this one's place. Undefined while there is no store. */
  read(): string | undefined {
    try {
      const inode = statSync(this.#path, { throwIfNoEntry: false })?.ino;
      if (inode !== this.#open?.inode) this.close();
      if (inode === undefined) return undefined;
      this.#open ??= this.#connect(inode);
      return `${this.#opened}.${this.#open.counter.get()}`;
    } catch {
      // Damage or a full table of files: whoever reads the store itself says so.
      this.close();
      return undefined;
    }
  }

  close(): void {
    this.#open?.database.close();
    this.#open = undefined;
  }

  #connect(inode: number) {
    const database = new Database(this.#path, { readonly: true, fileMustExist: true });
    this.#opened++;
    // The number is comparable within one connection only.
    return { inode, database, counter: database.prepare("pragma data_version").pluck() };
  }
}
