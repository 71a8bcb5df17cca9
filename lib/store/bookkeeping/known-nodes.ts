import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type CandidateNode, candidateNode } from "../../contract/firn/status";

/** The nodes that the indexer can choose from. A file of its own: it is there before any store, and outlives them. */
const FILE = "nodes.json";

/** As the indexer last wrote them, in the operator's order. Empty if there is only one. */
export function readKnownNodes(folder: string): CandidateNode[] {
  try {
    return parseKnownNodes(readFileSync(join(folder, FILE), "utf8"));
  } catch {
    return [];
  }
}

/** Empty for the text of another Firn: the indexer writes it again. */
export function parseKnownNodes(text: string): CandidateNode[] {
  try {
    return z.array(candidateNode).parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Empty removes the file. */
export function writeKnownNodes(folder: string, nodes: readonly CandidateNode[]): void {
  const path = join(folder, FILE);
  if (nodes.length === 0) rmSync(path, { force: true });
  else {
    writeFileSync(`${path}.new`, JSON.stringify(nodes));
    renameSync(`${path}.new`, path);
  }
}
