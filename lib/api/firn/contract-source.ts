import { compareCode } from "../../avalanche/evm/code/match";
import { readMetadata } from "../../avalanche/evm/code/metadata";
import type * as contract from "../../contract/firn/contracts";
import type { ContractSource } from "../../contract/firn/contracts";
import type { SourceFile, StandardInput } from "../../contract/sources";
import { lookNow } from "../evm/contract-now";
import type { Handler } from "../handler";
import { findSources } from "../sources/find";

export const getContractSource: Handler<typeof contract.getContractSource> = async (request) => {
  const { look, without, chain } = await lookNow(request);
  if (without !== undefined) return { without };
  const { code } = look;
  if (code.length === 0) return { without: "There is no code at this address now." };
  const { sources } = request.service;
  const found = await findSources({ ...chain, sources }, look);
  if (found !== undefined) return { source: presentSource(found, code) };
  return { without: sayWhatIsMissing(readMetadata(code)?.compiler, sources.versions()) };
};

function presentSource(
  { file, input }: { file: SourceFile; input: StandardInput },
  code: Uint8Array,
): ContractSource {
  const [, ownPath = ""] = /^(.*):[^:]*$/.exec(file.contract) ?? [];
  const paths = Object.keys(input.sources).sort((a, b) => Number(b === ownPath) - Number(a === ownPath));
  const { contract, compiler, by, verifiedAtMs, license } = file;
  return {
    contract,
    compiler,
    by,
    verifiedAtMs,
    language: input.language,
    match: compareCode(file.runtime, code) ?? "partial",
    ...(license !== undefined && { license }),
    files: paths.map((path) => ({ path, text: input.sources[path]?.content ?? "" })),
    settings: JSON.stringify(input.settings, undefined, 2),
  };
}

/** What sources could be verified by, in sentences. */
function sayWhatIsMissing(compiler: string | undefined, versions: readonly string[]): string {
  const [, version] = /^solc (\d+\.\d+\.\d+)$/.exec(compiler ?? "") ?? [];
  const send = "Send the sources with forge verify-contract or hardhat-verify to this Firn’s /api.";
  const install = (which: string) =>
    `The operator installs it with npm install --prefix FOLDER solc-${which}@npm:solc@${which}, and sets FIRN_SOLC=FOLDER.`;
  if (version !== undefined && !versions.includes(version))
    return `No sources are verified. The contract’s metadata names solc ${version}, which is not installed. ${install(version)}`;
  if (compiler !== undefined && version === undefined)
    return `No sources are verified. The contract’s metadata names ${compiler}, which Firn does not compile with.`;
  if (versions.length === 0)
    return `No sources are verified, and no compiler is installed. ${install("0.8.30")}`;
  return `No sources are verified. ${send}`;
}
