import type { PBlock, PBlockType } from "@/lib/avalanche/p/block";

/** A block type in readable words. */
interface BlockKind {
  name: string;
  /** A proposal waits for the next block, its option. */
  role: "standard" | "proposal" | "commit" | "abort";
}

const KINDS = {
  ApricotProposalBlock: { name: "Proposal block", role: "proposal" },
  ApricotAbortBlock: { name: "Abort block", role: "abort" },
  ApricotCommitBlock: { name: "Commit block", role: "commit" },
  ApricotStandardBlock: { name: "Standard block", role: "standard" },
  ApricotAtomicBlock: { name: "Atomic block", role: "standard" },
  BanffProposalBlock: { name: "Proposal block", role: "proposal" },
  BanffAbortBlock: { name: "Abort block", role: "abort" },
  BanffCommitBlock: { name: "Commit block", role: "commit" },
  BanffStandardBlock: { name: "Standard block", role: "standard" },
} as const satisfies Record<PBlockType, BlockKind>;

export function kindOf(block: Pick<PBlock, "blockType">): BlockKind {
  return KINDS[block.blockType];
}
