import { setImmediate } from "node:timers/promises";
import { DataError } from "../../errors";
import type { StoredContainer } from "../../store/rows/container-run";
import type { NetworkIds } from "../rows/projection";
import type { DecodedContainer } from "./decode";
import { headAt } from "./state";
import type { Stream } from "./stream";
import type { Failure } from "./verbs";
import { type Head, verifyContainer, verifyLink, verifyProposer } from "./verify";

/** The blocks before the first container that doesn't fit, and why that one doesn't. */
export interface Checked {
  blocks: DecodedContainer[];
  failure: Failure<StoredContainer> | undefined;
}

export interface CheckOptions {
  stream: Stream;
  network: NetworkIds;
  now: () => number;
  observe: (verb: "verify" | "decode", milliseconds: number) => void;
  /** What verifying the signatures of proposers took, ms, if that was done before. */
  signedMs?: number | undefined;
}

/**
 * Verifies and decodes the containers after `head`, up to the first that doesn't fit. */
export async function checkContainers(
  head: Head | undefined,
  containers: readonly StoredContainer[],
  { stream, network, now, observe, signedMs }: CheckOptions,
): Promise<Checked> {
  const startedAt = now();
  let previous = head?.index ?? numberBefore(stream, containers);
  const verified = untilFailure(containers, (container) => {
    const result = verifyContainer(stream, previous, container);
    if (signedMs === undefined) verifyProposer(stream, result, network);
    previous = container.index;
    return result;
  });
  const verifiedAt = now();
  observe("verify", verifiedAt - startedAt + (signedMs ?? 0));
  // A batch is long: let timers and the node's answers run in between.
  await setImmediate();
  let parent = head;
  const decoded = untilFailure(verified.done, (container) => {
    const block = stream.decode(container);
    verifyLink(stream, parent, block);
    parent = headAt(block);
    return block;
  });
  observe("decode", now() - verifiedAt);
  await setImmediate();
  return { blocks: decoded.done, failure: decoded.failure ?? verified.failure };
}

/** Blocks may begin with any: `verifyLink` compares the number of the first one with its height. */
function numberBefore({ name }: Stream, [first]: readonly StoredContainer[]): number {
  return first !== undefined && name.endsWith("/block") ? first.index - 1 : -1;
}

function untilFailure<From extends StoredContainer, To>(
  containers: readonly From[],
  step: (container: From) => To,
): { done: To[]; failure: Failure<StoredContainer> | undefined } {
  const done: To[] = [];
  for (const container of containers) {
    try {
      done.push(step(container));
    } catch (error) {
      if (error instanceof DataError) return { done, failure: { item: container, error } };
      throw error;
    }
  }
  return { done, failure: undefined };
}
