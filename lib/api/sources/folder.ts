import { randomBytes } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { GivenAbiState } from "../../contract/firn/contract-abis";
import { givenAbi, type SourceFile, type StandardInput, standardInput } from "../../contract/sources";
import { orNothing, writeWhole } from "../../whole-files";

/** What became of sources that somebody sent. */
const submission = z.object({
  evmChainId: z.string(),
  address: z.string(),
  state: z.enum(["pending", "verified", "failed"]),
  /** Why it failed, a sentence. */
  reason: z.string().optional(),
  /** Unix ms of the last change. */
  atMs: z.int(),
});
export type Submission = z.output<typeof submission>;

/** Nobody asks for what became of sources after a day. */
const KEEP_SUBMISSIONS_MS = 24 * 60 * 60_000;

/**
 * Firn's own folder of contracts: `abis/<chain>/<address>.json`, `sources/<id>.json` with the input beside it in
 * `inputs`, and `submissions/<guid>.json`. Files are whole at any moment, so other threads and processes may read them.
 */
export class ContractFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async saveAbi(evmChainId: string, address: string, abi: unknown, nowMs: number): Promise<void> {
    await this.#write(`abis/${evmChainId}/${address}.json`, { abi, addedAtMs: nowMs });
  }

  /** Whether there was one. */
  async removeAbi(evmChainId: string, address: string): Promise<boolean> {
    const path = join(this.#folder, `abis/${evmChainId}/${address}.json`);
    const isThere = (await orNothing(stat(path))) !== undefined;
    await rm(path, { force: true });
    return isThere;
  }

  /** Newest first. */
  async listAbis(): Promise<GivenAbiState[]> {
    const found: GivenAbiState[] = [];
    for (const evmChainId of await this.#names("abis"))
      for (const name of await this.#names(`abis/${evmChainId}`)) {
        const address = /^(0x[0-9a-f]{40})\.json$/.exec(name)?.[1];
        const file = address && givenAbi.safeParse(await this.#read(`abis/${evmChainId}/${name}`)).data;
        if (file && address !== undefined)
          found.push({ evmChainId, address, entries: file.abi.abi.length, addedAtMs: file.addedAtMs });
      }
    return found.sort((a, b) => b.addedAtMs - a.addedAtMs);
  }

  async saveSource(id: string, file: SourceFile, input: StandardInput): Promise<void> {
    await this.#write(`inputs/${id}.json`, input);
    await this.#write(`sources/${id}.json`, file);
  }

  async readInput(id: string): Promise<StandardInput | undefined> {
    return standardInput.safeParse(await this.#read(`inputs/${id}.json`)).data;
  }

  /** @returns the name under which it is found again */
  async addSubmission(given: Submission): Promise<string> {
    const guid = randomBytes(25).toString("hex");
    await this.saveSubmission(guid, given);
    for (const name of await this.#names("submissions")) {
      const path = join(this.#folder, "submissions", name);
      const changedMs = (await orNothing(stat(path)))?.mtimeMs;
      if (changedMs !== undefined && changedMs < Date.now() - KEEP_SUBMISSIONS_MS)
        await rm(path, { force: true });
    }
    return guid;
  }

  async saveSubmission(guid: string, state: Submission): Promise<void> {
    await this.#write(`submissions/${guid}.json`, state);
  }

  async readSubmission(guid: string): Promise<Submission | undefined> {
    if (!/^[0-9a-f]{50}$/.test(guid)) return undefined;
    return submission.safeParse(await this.#read(`submissions/${guid}.json`)).data;
  }

  async #names(folder: string): Promise<string[]> {
    return (await orNothing(readdir(join(this.#folder, folder)))) ?? [];
  }

  async #read(name: string): Promise<unknown> {
    const text = await orNothing(readFile(join(this.#folder, name), "utf8"));
    try {
      return text === undefined ? undefined : JSON.parse(text);
    } catch {
      // Somebody else wrote it. Who reads the labels says so in the log.
      return undefined;
    }
  }

  #write(name: string, value: unknown): Promise<void> {
    return writeWhole(join(this.#folder, name), JSON.stringify(value));
  }
}
