import Link from "next/link";
import type { Outcome } from "@/components/effects/scene";
import { Avax } from "@/components/ui/amount";
import { groupDigits, plural } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { Panel } from "@/components/ui/panel";
import type { PBlock } from "@/lib/avalanche/p/block";
import type { PrimaryNetworkBlock } from "@/lib/contract/data/primary-network-blocks";
import { kindOf } from "./kinds";

interface BlockFactsProps {
  block: PBlock;
  answer: PrimaryNetworkBlock;
  /** Of a proposal, once the next block decided. */
  outcome: Outcome | undefined;
}

/** Overview of a block: only what exists of it. */
export function BlockFacts({ block, answer, outcome }: BlockFactsProps) {
  const { proposerDetails: proposer } = answer;
  return (
    <Panel label="Overview">
      <KeyValue>
        <Fact label="Transactions">{groupDigits(answer.txCount)}</Fact>
        <DecisionFact block={block} outcome={outcome} />
        <ProposerFacts proposer={proposer} />
        <Fact label="Parent">
          <HashLink
            value={answer.parentHash}
            full
            noun="block"
            {...(block.height > 1n && { href: `/p/block/${block.height - 1n}` })}
          />
        </Fact>
        {proposer?.proposerParentId !== undefined && (
          <Fact label="Proposer parent">
            <HashLink value={proposer.proposerParentId} full noun="container" />
          </Fact>
        )}
        {answer.activeL1Validators !== undefined && (
          <Fact label="Active L1 validators">{groupDigits(answer.activeL1Validators)}</Fact>
        )}
        {answer.l1ValidatorsAccruedFees !== undefined && (
          <Fact label="L1 fees accrued" aside="since activation">
            <Avax value={BigInt(answer.l1ValidatorsAccruedFees)} />
          </Fact>
        )}
        {answer.currentSupply !== undefined && (
          <Fact label="Supply after block">
            <Avax value={answer.currentSupply} />
          </Fact>
        )}
        <Fact label="Size">{plural(answer.blockSizeBytes, "byte")}</Fact>
      </KeyValue>
    </Panel>
  );
}

function ProposerFacts({ proposer }: { proposer: PrimaryNetworkBlock["proposerDetails"] }) {
  if (proposer === undefined) return null;
  const { proposerId, proposerNodeId, proposerPChainHeight: height } = proposer;
  const at = height === undefined ? undefined : `at P-Chain height ${groupDigits(height)}`;
  return (
    <>
      {(proposerNodeId !== undefined || at !== undefined) && (
        <Fact label="Proposer" aside={at}>
          {proposerNodeId === undefined ? (
            "Nobody: unsigned"
          ) : (
            <HashLink value={proposerNodeId} noun="node" />
          )}
        </Fact>
      )}
      {proposerId !== undefined && (
        <Fact label="Container">
          <HashLink value={proposerId} full noun="container" />
        </Fact>
      )}
    </>
  );
}

/** Which way a proposal went, and of an option what it decided. */
function DecisionFact({ block, outcome }: { block: PBlock; outcome: Outcome | undefined }) {
  const { role } = kindOf(block);
  if (role === "standard") return null;
  if (role === "proposal") {
    return (
      <Fact label="Decision">
        {outcome === undefined ? (
          "Not decided yet"
        ) : (
          <span>
            {outcome === "commit" ? "Committed" : "Aborted"} by{" "}
            <Link href={`/p/block/${block.height + 1n}`} prefetch={false}>
              block {groupDigits(block.height + 1n)}
            </Link>
          </span>
        )}
      </Fact>
    );
  }
  return (
    <Fact label={role === "commit" ? "Commits" : "Aborts"}>
      <span>
        the proposal of{" "}
        <Link href={`/p/block/${block.height - 1n}`} prefetch={false}>
          block {groupDigits(block.height - 1n)}
        </Link>
      </span>
    </Fact>
  );
}
