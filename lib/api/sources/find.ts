import type { SourceFile, StandardInput } from "../../contract/sources";
import type { ChainLabels, SeenContract } from "../labels/labels";
import type { Sources } from "./sources";

interface ChainOfSources {
  labels: Pick<ChainLabels, "sourceOf">;
  evmChainId: string;
  sources: Sources;
}

/** The sources of a contract: verified here, or else what the operator's Sourcify server has. Call it outside a snapshot. */
export async function findSources(
  { labels, evmChainId, sources }: ChainOfSources,
  { address, code }: Pick<SeenContract, "address" | "code">,
): Promise<{ file: SourceFile; input: StandardInput } | undefined> {
  const known = labels.sourceOf(code);
  const input = known && (await sources.readInput(known));
  if (known !== undefined && input !== undefined) return { file: known.file, input };
  return sources.askSourcify({ evmChainId, address, code });
}
