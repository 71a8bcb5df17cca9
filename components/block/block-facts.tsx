import Link from "next/link";
import type { ProposalOutcome } from "@/components/effects/tx-context";
import { Avax } from "@/components/ui/amount";
import type { Chain } from "@/components/ui/chains";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { Panel } from "@/components/ui/panel";
import type { PBlock } from "@/lib/avalanche/p/block";
import type { PrimaryNetworkBlock } from "@/lib/contract/data/primary-network-blocks";
import type { FirnContainer } from "@/lib/contract/firn/containers";
import { hrefTo } from "@/lib/contract/pages";
import { groupDigits, plural } from "@/lib/words/format";
import { formatBlockId } from "../provenance/check-block";
import { EvmFacts, EvmTxCount, type ExecutedBlock } from "./evm-facts";
import type { BlockInside } from "./inside";
import { kindOf } from "./kinds";

interface BlockFactsProps {
  block: BlockInside;
  container: FirnContainer;
  /** Undefined for a vertex. */
  answer: PrimaryNetworkBlock | undefined;
  /** Of a proposal that the next block decided. */
  outcome: ProposalOutcome | undefined;
  /** Of a C-Chain block. */
  executed: ExecutedBlock | undefined;
  /** Height of the first block of the chain whose page exists. */
  first: 0 | 1;
}

/** Overview of a block; facts that do not apply are left out. */
export function BlockFacts({ block, container, answer, outcome, executed, first }: BlockFactsProps) {
  const proposer = answer?.proposerDetails;
  const { evm, pBlock } = block;
  return (
    <Panel id="overview" label="Overview">
      <KeyValue>
        {evm === undefined ? (
          <Fact label="Transactions">{groupDigits(block.txs.length)}</Fact>
        ) : (
          <EvmTxCount evm={evm} atomic={block.txs.length} executed={executed} />
        )}
        {pBlock !== undefined && <DecisionFact block={pBlock} outcome={outcome} />}
        {evm !== undefined && <EvmFacts header={evm.header} executed={executed} />}
        <ProposerFacts proposer={proposer} />
        <ParentFact block={block} isVertex={container.stream === "X/vtx"} first={first} />
        {proposer?.proposerParentId !== undefined && (
          <Fact label="Proposer parent">
            <HashLink value={proposer.proposerParentId} full label="container" />
          </Fact>
        )}
        {answer?.activeL1Validators !== undefined && (
          <Fact label="Active L1 validators">{groupDigits(answer.activeL1Validators)}</Fact>
        )}
        {answer?.l1ValidatorsAccruedFees !== undefined && (
          <Fact label="L1 fees accrued" aside="since activation">
            <Avax value={BigInt(answer.l1ValidatorsAccruedFees)} />
          </Fact>
        )}
        {answer?.currentSupply !== undefined && (
          <Fact label="Supply after block">
            <Avax value={answer.currentSupply} />
          </Fact>
        )}
        <Fact label="Size">{plural(answer?.blockSizeBytes ?? block.bytes.length, "byte")}</Fact>
      </KeyValue>
    </Panel>
  );
}

/** The previous block, or the parents of a vertex. */
function ParentFact({
  block,
  isVertex,
  first,
}: Pick<BlockFactsProps, "block" | "first"> & { isVertex: boolean }) {
  const { chain, height, parentIds } = block;
  return (
    <Fact label={parentIds.length === 1 ? "Parent" : "Parents"}>
      {parentIds.map((id) => {
        const text = formatBlockId(chain, id);
        const href = isVertex ? hrefTo("block", { chain: "x", id: text }) : parentHref(chain, height, first);
        return <HashLink key={text} value={text} full label="block" {...(href !== undefined && { href })} />;
      })}
    </Fact>
  );
}

function parentHref(chain: Chain, height: bigint, first: number): string | undefined {
  return height > first ? hrefTo("block", { chain, id: height - 1n }) : undefined;
}

function ProposerFacts({ proposer }: { proposer: PrimaryNetworkBlock["proposerDetails"] }) {
  if (proposer === undefined) return null;
  const { proposerId, proposerNodeId, proposerPChainHeight: height } = proposer;
  return (
    <>
      {(proposerNodeId !== undefined || height !== undefined) && (
        <Fact label="Proposer">
          {proposerNodeId === undefined ? (
            "None: the block is unsigned"
          ) : (
            <HashLink
              value={proposerNodeId}
              href={hrefTo("validator", { id: proposerNodeId })}
              label="node"
            />
          )}
        </Fact>
      )}
      {height !== undefined && (
        <Fact label="P-Chain height" aside="the validator set it was proposed with">
          {height === 0 ? (
            "0, genesis"
          ) : (
            <Link href={hrefTo("block", { chain: "p", id: height })} prefetch={false}>
              {groupDigits(height)}
            </Link>
          )}
        </Fact>
      )}
      {proposerId !== undefined && (
        <Fact label="Container">
          <HashLink value={proposerId} full label="container" />
        </Fact>
      )}
    </>
  );
}

/** How a proposal was decided, or what an option block decided. */
function DecisionFact({ block, outcome }: { block: PBlock; outcome: ProposalOutcome | undefined }) {
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
            <Link href={hrefTo("block", { chain: "p", id: block.height + 1n })} prefetch={false}>
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
        the proposal in{" "}
        <Link href={hrefTo("block", { chain: "p", id: block.height - 1n })} prefetch={false}>
          block {groupDigits(block.height - 1n)}
        </Link>
      </span>
    </Fact>
  );
}
