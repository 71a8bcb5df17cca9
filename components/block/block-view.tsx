import type { NetworkFacts, Outcome } from "@/components/effects/scene";
import { fieldsOf } from "@/components/hex/fields";
import { formatJson } from "@/components/hex/format-json";
import { RawBytes, type RawView } from "@/components/hex/raw-bytes";
import { Checker } from "@/components/provenance/checker";
import { type Arrival, ArrivalList } from "@/components/provenance/on-this-node";
import { AcceptedPill, CheckedLink, CheckedPanel } from "@/components/provenance/outcome";
import { type Command, Terminal } from "@/components/provenance/terminal";
import { ChainTag } from "@/components/ui/chain-tag";
import { formatTime, groupDigits } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { PageHead } from "@/components/ui/page-head";
import { TimeAgo } from "@/components/ui/time-ago";
import { toHex } from "@/lib/avalanche/bytes";
import { annotatePBlock } from "@/lib/avalanche/p/annotate";
import type { PBlock } from "@/lib/avalanche/p/block";
import { blockToJson } from "@/lib/avalanche/p/json";
import type { PrimaryNetworkBlock } from "@/lib/contract/data/primary-network-blocks";
import type { FirnContainer } from "@/lib/contract/firn/containers";
import { BlockFacts } from "./block-facts";
import { BlockTxs } from "./block-txs";
import { kindOf } from "./kinds";
import { Neighbours } from "./neighbours";
import { scenesOf } from "./scenes";

export interface BlockViewProps {
  block: PBlock;
  container: FirnContainer;
  answer: PrimaryNetworkBlock;
  network: NetworkFacts;
  /** Of a proposal, once decided. */
  outcome: Outcome | undefined;
  /** Height of the newest block Firn has. */
  head: number | undefined;
  arrival: Arrival;
  commands: Command[];
  raw: RawView;
}

/** A P-Chain block: head, facts, transactions, bytes, and the checks beside them. */
export function BlockView(props: BlockViewProps) {
  const { block, container, answer, network, outcome } = props;
  const time = BigInt(answer.blockTimestamp);
  return (
    <Checker
      claims={{
        kind: "block",
        container: container.bytes,
        containerId: container.containerId,
        index: container.index,
        blockId: answer.blockHash,
        parentId: answer.parentHash,
        height: answer.blockNumber,
      }}
    >
      <BlockHead {...props} />
      <div className="cols">
        <div className="stackp">
          <BlockFacts block={block} answer={answer} outcome={outcome} />
          <BlockTxs txs={scenesOf(block, { network, time, outcome })} />
          <RawBytes
            hex={toHex(block.bytes)}
            fields={fieldsOf(annotatePBlock(block.bytes, network), false)}
            json={() => formatJson(blockToJson(block, network))}
            view={props.raw}
            hrefOf={(view) => `/p/block/${block.height}${view === "annotated" ? "" : `?raw=${view}`}`}
          />
        </div>
        <div className="stackp">
          <CheckedPanel titles={["Height and parent read from bytes", "Index agrees"]} long />
          <ArrivalList arrival={props.arrival} />
          <Terminal commands={props.commands} />
        </div>
      </div>
    </Checker>
  );
}

function BlockHead({ block, answer, head, arrival }: BlockViewProps) {
  return (
    <PageHead
      eyebrow={
        <>
          <ChainTag chain="P" />
          <span>P-Chain</span>
          <span className="sl">/</span>
          <span>{kindOf(block).name}</span>
        </>
      }
      title={`P-Chain block ${groupDigits(block.height)}`}
      actions={<Neighbours height={Number(block.height)} head={head} />}
      idline={
        <>
          <AcceptedPill />
          <span>
            <TimeAgo at={arrival.blockTime} ago focusable />, {formatTime(arrival.blockTime)}
          </span>
          <CheckedLink />
          <HashLink value={answer.blockHash} full noun="block" />
        </>
      }
    />
  );
}
