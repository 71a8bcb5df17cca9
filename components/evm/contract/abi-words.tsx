import { escapeShapeless } from "@/components/ui/name";
import type { ReadFunctionShape } from "@/lib/contract/firn/contracts";

type AbiSource = ReadFunctionShape["from"];

/** Where an ABI is from, after the name of what it is of. */
export function AbiSourceWords({ by, file }: AbiSource) {
  if (by === "precompile") return <span>part of the node</span>;
  if (by === "verified") return <span>from verified source code</span>;
  if (by === "console") return <span>added in the admin console</span>;
  if (by === "standard") return <span>a standard that its code has</span>;
  return (
    <span>
      <code className="font-mono text-mono wrap-anywhere">{escapeShapeless(file ?? "")}</code>{" "}
      <span className="text-ink-3">
        {by === "address" ? "called after its address" : "compiled to the same code"}
      </span>
    </span>
  );
}

/** How an operator adds an ABI. */
export const ADD_ABI =
  "Verify its source code, paste its ABI into the admin console, or put a Foundry out/ or a Hardhat artifacts/ folder, or a file called after the contract’s address, into the folder that FIRN_LABELS names: Firn reads it within seconds.";
